//! The matches of a tournament before their first event.

use botwerk_agents::{AgentLimits, AgentSpec, GameAgents};
use botwerk_engine::record::{ClockKind, Header, RecordedSeat, SeedOrigin, StartOrigin};
use botwerk_engine::{AnyGame, Options, Referee, RootSeed};
use botwerk_tournament::configuration::{Configuration, Player};

use super::secret::TournamentSecret;
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::room::{MatchSetup, SeatAccess, TournamentMatch};
use crate::store::{AttemptKey, MatchRow, now_micros};
use crate::token::TokenHash;

/// Returns the game of every match of a tournament.
///
/// # Errors
/// Returns an error if the game does not allow the options or the number of seats.
pub(super) fn game(configuration: &Configuration) -> Result<AnyGame, Error> {
    let values = configuration.match_options();
    let values = values.iter().map(|(name, value)| (name, value));
    let options = Options::resolve(configuration.game.spec().options, values)?;
    Ok(configuration.game.game(configuration.seats, options)?)
}

/// Returns `true` if the matches of a tournament can be played in-process: only reproducible agents
/// take part and no clock affects the result.
pub(super) fn runs_in_process(configuration: &Configuration) -> bool {
    let control = configuration.time_control;
    let has_clock = control.has_clock() || control.round_millis.is_some();
    let is_reproducible = |player: &Player| match player {
        Player::Agent(text) => {
            let limits = text
                .parse()
                .ok()
                .map(|spec: AgentSpec| configuration.game.limits(&spec));
            limits.is_some_and(|limits| limits.is_ok_and(AgentLimits::is_reproducible))
        }
        Player::Bot(_) | Player::Command(_) | Player::Stdio(_) => false,
    };
    let entrants = &configuration.entrants;
    !has_clock
        && entrants
            .iter()
            .all(|entrant| is_reproducible(&entrant.player))
        && (configuration.virtual_time || !is_race(configuration))
}

/// Returns `true` if the first decision of a match is a race.
fn is_race(configuration: &Configuration) -> bool {
    let Ok(game) = game(configuration) else {
        return true;
    };
    let mut referee = Referee::new(game, RootSeed::from_text(""));
    referee.resolve_chance(&mut Vec::new());
    referee
        .decision()
        .is_some_and(|decision| decision.simultaneous)
}

/// A match to be played.
pub(super) struct MatchPlan<'a> {
    pub(super) configuration: &'a Configuration,
    pub(super) secret: &'a TournamentSecret,
    /// The seed of the block.
    pub(super) seed: RootSeed,
    /// The starting position in the game's notation.
    pub(super) start: String,
    pub(super) origin: StartOrigin,
    /// The entrant on each seat.
    pub(super) entrants: Vec<usize>,
    pub(super) key: AttemptKey,
    pub(super) time: ClockKind,
}

impl MatchPlan<'_> {
    /// Returns the match as it is stored before its first event, and its record's header.
    ///
    /// # Errors
    /// Returns an error if the set-up cannot be encoded.
    pub(super) fn build_row(
        self,
        game: &AnyGame,
        id: MatchId,
    ) -> Result<(MatchRow, Header), Error> {
        let configuration = self.configuration;
        let mut headers = Vec::new();
        let mut seats = Vec::new();
        for (seat, entrant) in self.entrants.iter().enumerate() {
            let entrant = &configuration.entrants[*entrant];
            let (agent, token) = match &entrant.player {
                Player::Agent(text) => {
                    let agent = configuration.game.recorded_agent(&text.parse()?)?;
                    (Some(agent.to_string()), None)
                }
                Player::Bot(_) | Player::Command(_) | Player::Stdio(_) => (
                    None,
                    Some(TokenHash::from_token(&self.secret.seat_token(&id, seat))),
                ),
            };
            headers.push(RecordedSeat {
                name: entrant.name.clone(),
                agent,
            });
            let bot = match &entrant.player {
                Player::Bot(name) => Some(name.clone()),
                _ => None,
            };
            seats.push(SeatAccess { token, bot });
        }
        let header = Header::with_start(
            game,
            headers,
            self.seed,
            SeedOrigin::System,
            self.time,
            self.start,
            self.origin,
        );
        let setup = MatchSetup {
            header: Header {
                time_control: configuration.time_control.to_text(),
                adjudication: configuration.adjudication,
                seed_salt: Some(self.secret.match_salt(&id).to_hex()),
                ..header
            },
            seats,
            owner: TokenHash::from_token(&self.secret.owner_token(&id)),
            time_control: configuration.time_control,
            allow_hints: false,
            public_comments: configuration.public_comments,
            tournament: Some(TournamentMatch {
                attempt: self.key,
                entrants: self.entrants,
            }),
            request: None,
        };
        let text = serde_json::to_string(&setup).map_err(|error| {
            let message = format!("match {id}: its set-up cannot be encoded: {error}");
            Error::new(Reason::Internal, message)
        })?;
        let row = MatchRow {
            id,
            request_id: None,
            state: MatchState::Waiting,
            created_micros: now_micros(),
            setup: text,
            events: 0,
            outcome: None,
            head: None,
            ended_micros: None,
            record_deleted_micros: None,
        };
        Ok((row, setup.header))
    }
}

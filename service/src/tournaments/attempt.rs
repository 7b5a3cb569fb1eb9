//! Matches of a tournament as they are stored before their first event.

use crate::match_state::MatchState;
use botwerk_agents::{AgentLimits, AgentSpec, Roster};
use botwerk_engine::record::{ClockKind, Header, RecordedSeat, SeedOrigin};
use botwerk_engine::{Options, Referee, RootSeed};
use botwerk_tournament::configuration::{Configuration, Player};

use super::secret::Secret;
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::room::{MatchSetup, SeatAccess, TournamentMatch};
use crate::store::MatchRow;
use crate::store::now_micros;
use crate::store::tournaments::AttemptKey;
use crate::token::TokenHash;

/// The game of every match.
pub(super) fn game<G: Roster>(configuration: &Configuration) -> Result<G, Error> {
    let given = configuration.match_options();
    let given = given.iter().map(|(name, value)| (name, value));
    let options = Options::resolve(G::spec().options, given)?;
    Ok(G::new(configuration.seats, options)?)
}

/// Whether the configuration's matches can be played by themselves, from their beginning to their
/// end: nobody but bundled players takes part, and no clock decides anything.
pub(super) fn runs_in_process<G: Roster>(configuration: &Configuration) -> bool {
    let control = configuration.time_control;
    let has_clock = control.has_clock() || control.round_millis.is_some();
    let is_reproducible = |player: &Player| match player {
        Player::Agent(text) => {
            let limits = text.parse().ok().map(|spec: AgentSpec| G::limits(&spec));
            limits.is_some_and(|limits| limits.is_ok_and(AgentLimits::is_reproducible))
        }
        Player::Bot(_) | Player::Command(_) => false,
    };
    let entrants = &configuration.entrants;
    !has_clock
        && entrants
            .iter()
            .all(|entrant| is_reproducible(&entrant.player))
        && (configuration.virtual_time || !is_race::<G>(configuration))
}

/// Whether seats race each other from the start.
fn is_race<G: Roster>(configuration: &Configuration) -> bool {
    let Ok(game) = game::<G>(configuration) else {
        return true;
    };
    let mut referee = Referee::new(game, RootSeed::from_text(""));
    referee.resolve_chance(&mut Vec::new());
    referee.decision().is_some_and(|ask| ask.simultaneous)
}

/// What a match is made of.
pub(super) struct MatchPlan<'a> {
    pub(super) configuration: &'a Configuration,
    pub(super) secret: &'a Secret,
    /// The seed of its block.
    pub(super) seed: RootSeed,
    /// The position that it starts with, in the game's notation.
    pub(super) start: String,
    /// The entrant on each seat.
    pub(super) entrants: Vec<usize>,
    pub(super) key: AttemptKey,
    pub(super) time: ClockKind,
}

impl MatchPlan<'_> {
    /// The match before its first event, with an id of its own.
    pub(super) fn build_row<G: Roster>(self, game: &G) -> Result<MatchRow, Error> {
        let configuration = self.configuration;
        let id = MatchId::new();
        let mut headers = Vec::new();
        let mut seats = Vec::new();
        for (seat, entrant) in self.entrants.iter().enumerate() {
            let entrant = &configuration.entrants[*entrant];
            let (agent, token) = match &entrant.player {
                Player::Agent(text) => (Some(text.clone()), None),
                Player::Bot(_) | Player::Command(_) => (
                    None,
                    Some(TokenHash::from_token(&self.secret.of_seat(&id, seat))),
                ),
            };
            headers.push(RecordedSeat {
                name: entrant.name.clone(),
                agent,
            });
            seats.push(SeatAccess { token });
        }
        let header = Header::with_start(
            game,
            headers,
            self.seed,
            SeedOrigin::System,
            self.time,
            self.start,
        );
        let setup = MatchSetup {
            header: Header {
                time_control: configuration.time_control.to_text(),
                ..header
            },
            seats,
            owner: TokenHash::from_token(&self.secret.of_owner(&id)),
            time_control: configuration.time_control,
            allow_hints: false,
            tournament: Some(TournamentMatch {
                attempt: self.key,
                entrants: self.entrants,
            }),
        };
        let text = serde_json::to_string(&setup).map_err(|error| {
            let message = format!("the match cannot be written: {error}");
            Error::new(Reason::Internal, message)
        })?;
        Ok(MatchRow {
            id,
            request_id: None,
            state: MatchState::Waiting,
            created_micros: now_micros(),
            setup: text,
            events: 0,
            outcome: None,
        })
    }
}

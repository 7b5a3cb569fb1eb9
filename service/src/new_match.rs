//! A match to be created, and the row with which it is stored.

use botwerk_agents::{AgentSpec, GameAgents};
use botwerk_engine::clock::TimeControl;
use botwerk_engine::record::{ClockKind, Header, RecordedSeat, SeedOrigin};
use botwerk_engine::{GameId, Options, RootSeed, SeedSalt};

use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::request_origin::RequestOrigin;
use crate::room::{MatchSetup, SeatAccess};
use crate::server_secret::ServerSecret;
use crate::store::{MatchRow, now_micros};
use crate::token::{TokenHash, random_bytes};

/// Maximum length of a `request_id` and of a seat's name, in bytes.
pub(crate) const MAX_NAME_BYTES: usize = 128;

/// A match to be created.
#[derive(Debug, Clone)]
pub(crate) struct NewMatch {
    /// The creator's own id of the request, which creates one match only.
    pub(crate) request_id: Option<String>,
    pub(crate) game: GameId,
    /// The values of options by name; the others have their defaults.
    pub(crate) options: Vec<(String, String)>,
    pub(crate) seats: Vec<NewSeat>,
    /// The text that the root seed is derived from; `None` for a random seed.
    pub(crate) seed: Option<String>,
    pub(crate) time_control: TimeControl,
    /// Whether times are computed from declared search nodes (MR-25).
    pub(crate) is_virtual: bool,
    /// Whether seats may ask for hints.
    pub(crate) allow_hints: bool,
    /// Whether comments are shown to all after the end.
    pub(crate) public_comments: bool,
}

/// A seat of a match to be created.
#[derive(Debug, Clone)]
pub(crate) struct NewSeat {
    /// The display name; `None` for the agent's or the seat's number.
    pub(crate) name: Option<String>,
    /// The agent that plays the seat; `None` for a seat that clients join.
    pub(crate) agent: Option<AgentSpec>,
}

/// The tokens of a match, which are sent to its creator only.
#[derive(Debug)]
pub(crate) struct MatchTokens {
    /// The tokens of the seats that clients join, with the seats' numbers.
    pub(crate) seats: Vec<(usize, String)>,
    /// The token that aborts the match.
    pub(crate) owner: String,
}

impl MatchTokens {
    /// Returns the tokens of a match that was created by a request.
    pub(crate) fn new(setup: &MatchSetup, id: &MatchId, secret: &ServerSecret) -> Self {
        let seats = setup.seats.iter().enumerate();
        let joined = seats.filter(|(_, access)| access.token.is_some());
        Self {
            seats: joined
                .map(|(seat, _)| (seat, secret.seat_token(id, seat)))
                .collect(),
            owner: secret.owner_token(id),
        }
    }
}

/// A match that can be stored.
pub(crate) struct PreparedMatch {
    pub(crate) row: MatchRow,
    pub(crate) tokens: MatchTokens,
    pub(crate) origin: RequestOrigin,
}

impl NewMatch {
    /// Prepares the match to be stored. To draw an opening may take seconds.
    ///
    /// # Errors
    /// Returns an error if the game does not allow the options, seats or agents.
    pub(crate) fn prepare(
        self,
        origin: RequestOrigin,
        secret: &ServerSecret,
    ) -> Result<PreparedMatch, Error> {
        let id = MatchId::new();
        let values = self.options.iter().map(|(name, value)| (name, value));
        let options = Options::resolve(self.game.spec().options, values)?;
        let game = self.game.game(self.seats.len(), options)?;
        let mut access = Vec::new();
        let mut headers = Vec::new();
        for (seat, new) in self.seats.into_iter().enumerate() {
            let header = new.prepare(self.game, seat)?;
            let token = || TokenHash::from_token(&secret.seat_token(&id, seat));
            access.push(SeatAccess {
                token: header.agent.is_none().then(token),
                bot: None,
            });
            headers.push(header);
        }
        let (seed, seed_origin) = match &self.seed {
            None => (RootSeed::new(random_bytes()?), SeedOrigin::System),
            Some(text) => (RootSeed::from_text(text), SeedOrigin::Given),
        };
        let time = if self.is_virtual {
            ClockKind::Virtual
        } else {
            ClockKind::Wall
        };
        let setup = MatchSetup {
            header: Header {
                time_control: self.time_control.to_text(),
                seed_salt: Some(SeedSalt::new(random_bytes()?).to_hex()),
                ..Header::new(&game, headers, seed, seed_origin, time)
            },
            seats: access,
            owner: TokenHash::from_token(&secret.owner_token(&id)),
            time_control: self.time_control,
            allow_hints: self.allow_hints,
            public_comments: self.public_comments,
            tournament: None,
            request: self.request_id.is_some().then(|| origin.clone()),
        };
        let tokens = MatchTokens::new(&setup, &id, secret);
        let setup = serde_json::to_string(&setup).map_err(|error| {
            let message = format!("the set-up of the match cannot be encoded: {error}");
            Error::new(Reason::StoreUnavailable, message)
        })?;
        let row = MatchRow {
            id,
            request_id: self.request_id,
            state: MatchState::Waiting,
            created_micros: now_micros(),
            setup,
            events: 0,
            outcome: None,
            head: None,
            ended_micros: None,
            record_deleted_micros: None,
        };
        Ok(PreparedMatch {
            row,
            tokens,
            origin,
        })
    }
}

impl NewSeat {
    /// Returns the seat's part of the record's header.
    fn prepare(self, game: GameId, seat: usize) -> Result<RecordedSeat, Error> {
        if self
            .name
            .as_ref()
            .is_some_and(|name| name.len() > MAX_NAME_BYTES)
        {
            let message = format!("seats[{seat}].name: at most {MAX_NAME_BYTES} bytes");
            return Err(Error::new(Reason::BadRequest, message));
        }
        let Some(spec) = self.agent else {
            let name = self.name.unwrap_or_else(|| format!("seat {seat}"));
            return Ok(RecordedSeat { name, agent: None });
        };
        let agent = game.recorded_agent(&spec)?;
        Ok(RecordedSeat {
            name: self.name.unwrap_or_else(|| spec.to_string()),
            agent: Some(agent.to_string()),
        })
    }
}

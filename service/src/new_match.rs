//! A match to be created, and the row with which it is stored.

use botwerk_agents::{AgentSpec, Roster};
use botwerk_engine::clock::TimeControl;
use botwerk_engine::record::{ClockKind, Header, RecordedSeat, SeedOrigin};
use botwerk_engine::{GameId, Options, RootSeed, SeedSalt, with_game};

use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::room::{MatchSetup, SeatAccess};
use crate::store::{MatchRow, now_micros};
use crate::token::{TokenHash, new_token, random_bytes};

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
}

/// A seat of a match to be created.
#[derive(Debug, Clone)]
pub(crate) struct NewSeat {
    /// The display name; `None` for the agent's or the seat's number.
    pub(crate) name: Option<String>,
    /// The agent that plays the seat; `None` for a seat that clients join.
    pub(crate) agent: Option<AgentSpec>,
}

/// The tokens of a new match, which are sent only once.
#[derive(Debug)]
pub(crate) struct MatchTokens {
    /// The tokens of the seats that clients join, with the seats' numbers.
    pub(crate) seats: Vec<(usize, String)>,
    /// The token that aborts the match.
    pub(crate) owner: String,
}

/// A match that can be stored.
pub(crate) struct PreparedMatch {
    pub(crate) row: MatchRow,
    pub(crate) tokens: MatchTokens,
}

impl NewMatch {
    /// Prepares the match to be stored. To draw an opening may take seconds.
    ///
    /// # Errors
    /// Returns an error if the game does not allow the options, seats or agents.
    pub(crate) fn prepare(self) -> Result<PreparedMatch, Error> {
        with_game!(self.game, G => self.prepare_game::<G>())
    }

    fn prepare_game<G: Roster>(self) -> Result<PreparedMatch, Error> {
        let values = self.options.iter().map(|(name, value)| (name, value));
        let options = Options::resolve(G::spec().options, values)?;
        let game = G::new(self.seats.len(), options)?;
        let mut access = Vec::new();
        let mut headers = Vec::new();
        let mut tokens = Vec::new();
        for (seat, new) in self.seats.into_iter().enumerate() {
            let (header, token) = new.prepare::<G>(seat)?;
            headers.push(header);
            access.push(SeatAccess {
                token: token.as_ref().map(|(_, hash)| *hash),
            });
            tokens.extend(token.map(|(token, _)| (seat, token)));
        }
        let (seed, origin) = match &self.seed {
            None => (RootSeed::new(random_bytes()?), SeedOrigin::System),
            Some(text) => (RootSeed::from_text(text), SeedOrigin::Given),
        };
        let time = if self.is_virtual {
            ClockKind::Virtual
        } else {
            ClockKind::Wall
        };
        let (owner_token, owner) = new_token()?;
        let setup = MatchSetup {
            header: Header {
                time_control: self.time_control.to_text(),
                seed_salt: Some(SeedSalt::new(random_bytes()?).to_hex()),
                ..Header::new(&game, headers, seed, origin, time)
            },
            seats: access,
            owner,
            time_control: self.time_control,
            allow_hints: self.allow_hints,
            tournament: None,
        };
        let setup = serde_json::to_string(&setup).map_err(|error| {
            let message = format!("the set-up of the match cannot be encoded: {error}");
            Error::new(Reason::StoreUnavailable, message)
        })?;
        let row = MatchRow {
            id: MatchId::new(),
            request_id: self.request_id,
            state: MatchState::Waiting,
            created_micros: now_micros(),
            setup,
            events: 0,
            outcome: None,
        };
        let tokens = MatchTokens {
            seats: tokens,
            owner: owner_token,
        };
        Ok(PreparedMatch { row, tokens })
    }
}

impl NewSeat {
    /// Returns the seat's part of the record's header, and a token if clients join the seat.
    fn prepare<G: Roster>(
        self,
        seat: usize,
    ) -> Result<(RecordedSeat, Option<(String, TokenHash)>), Error> {
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
            return Ok((RecordedSeat { name, agent: None }, Some(new_token()?)));
        };
        G::factory(&spec)?;
        let agent = spec.to_string();
        let header = RecordedSeat {
            name: self.name.unwrap_or_else(|| agent.clone()),
            agent: Some(agent),
        };
        Ok((header, None))
    }
}

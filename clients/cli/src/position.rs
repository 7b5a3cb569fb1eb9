//! Which position is meant, and who acts in it.

use botwerk_client::proto;
use botwerk_engine::{Actor, Game, History, OptionError, Options, ParseError, Referee, Seat, Turn};
use clap::Args;

use super::failure::{Failure, Reason};
use super::seed::Seed;
use super::setting::GameArgs;

/// A position on the command line.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// The position in the game's notation; without it the start position
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Number of seats; without it as many as the position has, or as few as can play
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// What start position and draws come from; without it the system's randomness
    #[arg(long)]
    seed: Option<String>,
}

/// Who acts, on the command line.
#[derive(Debug, Args)]
pub(super) struct ActorArgs {
    /// Who acts: `chance`, `referee` or a seat; without it whose turn it is
    #[arg(long, value_name = "WHO")]
    actor: Option<String>,
    /// The seat that acts, from 0
    #[arg(long, value_name = "N", conflicts_with = "actor")]
    seat: Option<usize>,
}

impl PositionArgs {
    /// Whether a position is given, and not the start position meant.
    pub(super) fn is_given(&self) -> bool {
        self.position.is_some()
    }

    /// The position as it is given; empty without one.
    pub(super) fn text(&self) -> &str {
        self.position.as_deref().unwrap_or("")
    }

    /// The seed as it is given.
    pub(super) fn seed(&self) -> Option<&str> {
        self.seed.as_deref()
    }

    /// The game's set-up as it is given, for a server to read.
    pub(super) fn setup(&self) -> Result<proto::GameSetup, Failure> {
        let seats = self.seats.unwrap_or(0);
        self.game.setup(u32::try_from(seats).unwrap_or(u32::MAX))
    }

    /// A match that stands at the position.
    pub(super) fn referee<G: Game>(&self) -> Result<Referee<G>, Failure> {
        self.referee_after(&[], G::parse_position)
    }

    /// A match that stands at the position, as `read` reads it, and has had earlier ones.
    pub(super) fn referee_after<G: Game>(
        &self,
        earlier: &[String],
        read: impl FnOnce(&G, &str) -> Result<G::State, ParseError>,
    ) -> Result<Referee<G>, Failure> {
        let options = self.game.options::<G>()?;
        let seed = Seed::given_or_drawn(self.seed.as_deref())?.root();
        let Some(text) = &self.position else {
            let seats = self.seats.unwrap_or_else(|| G::min_seats(&options));
            return Ok(Referee::new(G::new(seats, options)?, seed));
        };
        let game = self.game_of_position::<G>(text, options)?;
        let position = read(&game, text);
        let position = position.map_err(|error| Failure::position(&error))?;
        let earlier = earlier.iter().map(|text| {
            let earlier = game.parse_position(text);
            earlier.map_err(|error| {
                let message = format!("earlier {error}; `botwerk games GAME` shows the notation");
                Failure::new(Reason::BadPosition, message)
            })
        });
        let earlier: Vec<_> = earlier.collect::<Result<_, _>>()?;
        let history = History::with_occurrences(&game, position, &earlier);
        Ok(Referee::from_history(game, seed, history))
    }

    fn game_of_position<G: Game>(&self, text: &str, options: Options) -> Result<G, Failure> {
        if let Some(seats) = self.seats {
            return Ok(G::new(seats, options)?);
        }
        // A text of which nothing can be told is no position, which its parser explains.
        let seats = G::seats_of_position(text).unwrap_or_else(|| G::min_seats(&options));
        G::new(seats, options).map_err(|error| match error {
            OptionError::SeatCount { .. } => Failure::new(
                Reason::BadPosition,
                format!("position: {error}; `botwerk games GAME` shows the notation"),
            ),
            other => other.into(),
        })
    }
}

impl ActorArgs {
    /// The actor that is named; without a name the first seat whose turn it is, or chance.
    /// `None` if none is named and nobody acts any more.
    pub(super) fn actor<G: Game>(&self, referee: &Referee<G>) -> Result<Option<Actor>, Failure> {
        let seats = referee.game().seats();
        match (self.actor.as_deref(), self.seat) {
            (Some("chance"), _) => Ok(Some(Actor::Chance)),
            (Some("referee"), _) => Ok(Some(Actor::Referee)),
            (Some(text), _) => seat(text.parse().ok(), text, seats).map(Some),
            (None, Some(number)) => seat(Some(number), &number.to_string(), seats).map(Some),
            (None, None) => Ok(next_actor(referee)),
        }
    }
}

fn seat(number: Option<usize>, text: &str, seats: usize) -> Result<Actor, Failure> {
    let seat = number.filter(|number| *number < seats).and_then(Seat::new);
    seat.map(Actor::Seat).ok_or_else(|| {
        let last = seats - 1;
        let message = format!("actor {text}: is none; write chance, referee or 0 to {last}");
        Failure::new(Reason::BadArgument, message)
    })
}

fn next_actor<G: Game>(referee: &Referee<G>) -> Option<Actor> {
    match referee.game().turn(referee.state()) {
        Turn::Decision(ask) => ask.seats.into_iter().next().map(Actor::Seat),
        Turn::Chance(_) => Some(Actor::Chance),
        Turn::Over(_) => None,
    }
}

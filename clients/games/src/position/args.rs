//! Positions and actors on the command line.

use botwerk_client::proto;
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::seat_argument::seat_argument;
use botwerk_command::seed::Seed;
use botwerk_command::setting::GameArgs;
use botwerk_engine::{
    Actor, AnyGame, AnyState, AnyView, GameNotation, GameRules, GameViews, History, OptionError,
    Options, ParseError, Referee, Seat, Turn, Viewer,
};
use clap::Args;

/// A position on the command line.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Position in the game's notation [default: the start position]
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Number of seats [default: that of the position, or the minimum]
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// Seed of the start position and chance outcomes [default: random]
    #[arg(long)]
    seed: Option<String>,
}

/// An actor on the command line.
#[derive(Debug, Args)]
pub(super) struct ActorArgs {
    /// Actor: `chance`, `referee` or a seat [default: the one that must act]
    #[arg(long, value_name = "WHO")]
    actor: Option<String>,
    /// Seat that acts, from 0
    #[arg(long, value_name = "N", conflicts_with = "actor")]
    seat: Option<usize>,
}

impl PositionArgs {
    /// Returns `true` if a position is given, and `false` for the start position.
    pub(super) fn is_given(&self) -> bool {
        self.position.is_some()
    }

    /// Returns the given position, or an empty text.
    pub(super) fn text(&self) -> &str {
        self.position.as_deref().unwrap_or("")
    }

    /// Returns the given seed.
    pub(super) fn seed(&self) -> Option<&str> {
        self.seed.as_deref()
    }

    /// Returns the game and its options for a server.
    pub(super) fn setup(&self) -> Result<proto::GameSetup, Failure> {
        let seats = self.seats.unwrap_or(0);
        self.game.setup(u32::try_from(seats).unwrap_or(u32::MAX))
    }

    /// Creates a match at the position.
    pub(super) fn referee(&self) -> Result<Referee<AnyGame>, Failure> {
        self.referee_after(&[], AnyGame::read_position)
    }

    /// Creates a match at the position, parsed by `read`, after the given earlier positions.
    pub(super) fn referee_after(
        &self,
        earlier: &[String],
        read: impl FnOnce(&AnyGame, &str) -> Result<AnyState, ParseError>,
    ) -> Result<Referee<AnyGame>, Failure> {
        let game = self.game.id()?;
        let options = self.game.options()?;
        let seed = Seed::given_or_random(self.seed.as_deref())?.root();
        let Some(text) = &self.position else {
            let seats = self.seats.unwrap_or_else(|| game.min_seats(&options));
            return Ok(Referee::new(game.game(seats, options)?, seed));
        };
        let game = self.game_for_position(text, options)?;
        let position = read(&game, text);
        let position = position.map_err(|error| Failure::position(&error))?;
        let earlier = earlier.iter().map(|text| {
            let earlier = game.read_position(text);
            earlier.map_err(|error| {
                let message =
                    format!("earlier {error}; `botwerk game show GAME` shows the notation");
                Failure::new(Reason::BadPosition, message)
            })
        });
        let earlier: Vec<_> = earlier.collect::<Result<_, _>>()?;
        let history = History::with_occurrences(&game, position, &earlier);
        Ok(Referee::from_history(game, seed, history))
    }

    /// Returns the position as a seat or the spectators see it, in which form it may be given.
    pub(super) fn shown(&self, seat: Option<usize>) -> Result<ShownPosition, Failure> {
        let viewer_in = |game: &AnyGame| match seat {
            None => Ok(Viewer::Spectator),
            Some(number) => seat_argument(number, game.seats()).map(Viewer::Seat),
        };
        let Some(text) = &self.position else {
            let referee = self.referee()?;
            let viewer = viewer_in(referee.game())?;
            return Ok(ShownPosition::new(
                referee.game().clone(),
                referee.state(),
                viewer,
            ));
        };
        let game = self.game_for_position(text, self.game.options()?)?;
        let viewer = viewer_in(&game)?;
        match game.read_position(text) {
            Ok(position) => Ok(ShownPosition::new(game, &position, viewer)),
            // What it lacks of a complete position is hidden from the viewer.
            Err(error) => match game.parse_view(viewer, text) {
                Ok(view) => Ok(ShownPosition {
                    text: game.format_view(&view),
                    view,
                    game,
                }),
                Err(_) => Err(Failure::position(&error)),
            },
        }
    }

    fn game_for_position(&self, text: &str, options: Options) -> Result<AnyGame, Failure> {
        let game = self.game.id()?;
        let options = game.options_for_position(options, text);
        if let Some(seats) = self.seats {
            return Ok(game.game(seats, options)?);
        }
        // If the number of seats cannot be read, parsing the position explains why.
        let seats = game
            .seats_of_position(text)
            .unwrap_or_else(|| game.min_seats(&options));
        game.game(seats, options).map_err(|error| match error {
            OptionError::SeatCount { .. } => Failure::new(
                Reason::BadPosition,
                format!("position: {error}; `botwerk game show GAME` shows the notation"),
            ),
            other => other.into(),
        })
    }
}

/// A position as a seat or the spectators see it.
pub(super) struct ShownPosition {
    pub(super) game: AnyGame,
    pub(super) view: AnyView,
    /// The position in the game's notation: as the seat sees it, or complete without a seat.
    pub(super) text: String,
}

impl ShownPosition {
    fn new(game: AnyGame, position: &AnyState, viewer: Viewer) -> Self {
        let view = game.view(position, viewer);
        Self {
            text: match viewer {
                Viewer::Seat(_) => game.format_view(&view),
                Viewer::Spectator => game.format_position(position),
            },
            view,
            game,
        }
    }
}

impl ActorArgs {
    /// Returns the given actor, or else the first seat that must act, or chance. Returns `None` if
    /// no actor is given and the match is over.
    pub(super) fn actor(&self, referee: &Referee<AnyGame>) -> Result<Option<Actor>, Failure> {
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
        let message = format!("actor {text}: unknown; expected chance, referee or 0 to {last}");
        Failure::new(Reason::BadArgument, message)
    })
}

fn next_actor(referee: &Referee<AnyGame>) -> Option<Actor> {
    match referee.game().turn(referee.state()) {
        Turn::Decision(decision) => decision.seats.into_iter().next().map(Actor::Seat),
        Turn::Chance(_) => Some(Actor::Chance),
        Turn::Over(_) => None,
    }
}

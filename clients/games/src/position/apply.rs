//! `position apply`: applies actions to a position.

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::{
    Actor, AnyGame, Event, GameNotation, GameRules, Referee, Seat, Submission, SubmissionError,
    Turn, Viewer,
};
use clap::Args;
use serde_json::{Value, json};

use super::args::{ActorArgs, PositionArgs};

/// Arguments of `position apply`.
#[derive(Debug, Args)]
pub struct ApplyArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    actor: ActorArgs,
    /// Actions or turns in order, such as `say 5` or `show 1P-6P`
    #[arg(value_name = "ACTION", required_unless_present = "draw")]
    actions: Vec<String>,
    /// Then sample chance outcomes from the seed until a seat must act
    #[arg(long)]
    draw: bool,
}

/// Applies the actions and prints the new position.
pub(super) fn run(args: &ApplyArgs, output: &mut Output) -> Result<(), Failure> {
    apply_all(args, output)
}

fn apply_all(args: &ApplyArgs, output: &mut Output) -> Result<(), Failure> {
    let mut referee = args.position.referee()?;
    for text in &args.actions {
        let actor = args.actor.actor(&referee)?;
        let actor = actor.ok_or_else(|| Failure::action(text, "the match is over"))?;
        apply(&mut referee, actor, text)?;
    }
    if args.draw {
        referee.resolve_chance(&mut Vec::new());
    }
    let game = referee.game();
    let position = game.format_position(referee.state());
    if !output.is_json() {
        return output.line(position);
    }
    let turn = turn_json(&game.turn(referee.state()));
    let hash = format!("{:016x}", game.hash(referee.state()));
    output.json(&json!({"position": position, "turn": turn, "hash": hash}))
}

fn apply(referee: &mut Referee<AnyGame>, actor: Actor, text: &str) -> Result<(), Failure> {
    match actor {
        Actor::Seat(seat) => submit_turn(referee, seat, text),
        Actor::Chance | Actor::Referee => apply_action(referee, actor, text),
    }
}

/// Submits a turn of a seat. Other seats do not compete in a race.
fn submit_turn(referee: &mut Referee<AnyGame>, seat: Seat, text: &str) -> Result<(), Failure> {
    let view = referee.view(Viewer::Seat(seat));
    let actions = referee.game().parse_turn(&view, text);
    let actions = actions.map_err(|error| Failure::action(text, &error))?;
    let submission = Submission::new(seat, &actions);
    let mut events = Vec::new();
    referee
        .submit(submission, &mut events)
        .map_err(|error| match error {
            // The message need not name the index of the only action.
            SubmissionError::Illegal { error, .. } if actions.len() == 1 => {
                Failure::action(text, &error)
            }
            error => Failure::action(text, &error),
        })?;
    referee.resolve_race(|_| u64::MAX, &mut events);
    Ok(())
}

/// Applies an action of chance or the referee.
fn apply_action(referee: &mut Referee<AnyGame>, actor: Actor, text: &str) -> Result<(), Failure> {
    let action = referee.game().parse_action(text);
    let event = Event {
        actor,
        action: action.map_err(|error| Failure::action(text, &error))?,
        key: None,
        submission: None,
        announcements: Vec::new(),
        removal: None,
    };
    referee
        .replay(&event)
        .map_err(|error| Failure::action(text, &error))
}

fn turn_json(turn: &Turn) -> Value {
    match turn {
        Turn::Decision(decision) => json!({
            "kind": "decision",
            "seats": decision.seats.into_iter().map(Seat::index).collect::<Vec<_>>(),
            "stage": decision.stage,
            "number": decision.number,
            "is_simultaneous": decision.simultaneous,
        }),
        Turn::Chance(key) => json!({"kind": "chance", "key": key.to_string()}),
        Turn::Over(outcome) => json!({
            "kind": "over",
            "places": outcome.places,
            "points": outcome.points,
            "rule": outcome.rule,
        }),
    }
}

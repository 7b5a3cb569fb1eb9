//! The message of what never changes during a match of Droids.

use botwerk_engine::Seat;
use botwerk_engine::droids::ruleset::{
    DrawMode, Goal, HAND_SIZE, Programmes, RelayTarget, RepairStrips, RepeatHit, TieBreak, Values,
};
use botwerk_engine::droids::{Arrow, Droids, Kind, Rules, Side, Stone};
use botwerk_proto::v1 as proto;

use super::values::{
    arrow_message, colour_message, kind_message, side_message, sides_message, square_message,
    stone_message,
};

/// Returns the message of a match's rules.
pub(super) fn rules_message(game: &Droids) -> proto::DroidsRules {
    let rules = game.rules();
    let seats = Seat::all(rules.seats.len());
    proto::DroidsRules {
        scenario: rules.scenario.into(),
        sides: seats
            .filter_map(|seat| rules.side_of(seat))
            .map(side_message)
            .collect(),
        map: Some(map_message(rules)),
        kinds: Kind::ALL.map(|kind| kind_info(rules, kind)).to_vec(),
        hand_size: HAND_SIZE.into(),
        goal: goal_message(rules.goal).into(),
        round_cap: rules.round_cap.unwrap_or(0).into(),
        tie_breaks: rules
            .tie_breaks
            .iter()
            .map(|tie_break| tie_break_message(*tie_break).into())
            .collect(),
        teams: rules
            .teams
            .into_iter()
            .flatten()
            .map(|team| proto::DroidsTeam {
                sides: sides_message(team),
            })
            .collect(),
        level: rules.initial_cargo.into(),
        banks_mines: rules.banks_mines,
        has_containers: rules.containers,
        garden: garden_message(game).into(),
        values: Some(values_message(&rules.values)),
        lift_limit_nanos: game.lift_limit() * 1_000_000,
        sheets: rules.programmes.as_ref().map_or_else(Vec::new, sheets),
    }
}

fn map_message(rules: &Rules) -> proto::DroidsMap {
    let places = |side: Side| proto::DroidsPlaces {
        side: side_message(side),
        start: Some(square_message(rules.starts[side.index()])),
        pad: Some(square_message(rules.pads[side.index()])),
        garden: Some(square_message(rules.gardens[side.index()])),
        container_spot: Some(square_message(rules.container_spots[side.index()])),
    };
    proto::DroidsMap {
        name: rules.map.clone(),
        river: rules.river.map(square_message).collect(),
        walls: rules.walls.map(square_message).collect(),
        places: Side::ALL.map(places).to_vec(),
        repairers: rules.repairers.map(square_message).collect(),
    }
}

fn kind_info(rules: &Rules, kind: Kind) -> proto::DroidsKindInfo {
    proto::DroidsKindInfo {
        kind: kind_message(kind),
        colour: colour_message(kind.colour()),
        count: rules.stones.count(kind).into(),
        steps: rules.steps[kind.index()].into(),
        arrows: kind
            .arrows()
            .map(|arrow: Arrow| arrow_message(arrow))
            .to_vec(),
    }
}

const fn goal_message(goal: Goal) -> proto::DroidsGoal {
    match goal {
        Goal::LastActive => proto::DroidsGoal::LastActive,
        Goal::NoMinesLeft => proto::DroidsGoal::NoMinesLeft,
        Goal::OwnGardenClosed => proto::DroidsGoal::OwnGardenClosed,
        Goal::MadRobotEnclosed => proto::DroidsGoal::MadRobotEnclosed,
        Goal::OwnContainerOnOwnPad => proto::DroidsGoal::OwnContainerOnOwnPad,
    }
}

const fn tie_break_message(tie_break: TieBreak) -> proto::DroidsTieBreak {
    match tie_break {
        TieBreak::Score => proto::DroidsTieBreak::Score,
        TieBreak::FewestStrips => proto::DroidsTieBreak::FewestStrips,
        TieBreak::ClosedSides => proto::DroidsTieBreak::ClosedSides,
        TieBreak::ContainerDistance => proto::DroidsTieBreak::ContainerDistance,
    }
}

fn garden_message(game: &Droids) -> proto::DroidsGarden {
    if game.rules().goal != Goal::OwnGardenClosed {
        proto::DroidsGarden::Unspecified
    } else if game.has_prepared_garden() {
        proto::DroidsGarden::Prepared
    } else {
        proto::DroidsGarden::Printed
    }
}

fn values_message(values: &Values) -> proto::DroidsValues {
    let draw_mode = match values.draw_mode {
        DrawMode::Sequential => proto::DroidsDrawMode::Sequential,
        DrawMode::Commit => proto::DroidsDrawMode::Commit,
    };
    let relay_target = match values.relay_target {
        RelayTarget::AnyOtherDroid => proto::DroidsRelayTarget::AnyOtherDroid,
        RelayTarget::LineOfSight => proto::DroidsRelayTarget::LineOfSight,
    };
    let repeat_hit = match values.repeat_hit {
        RepeatHit::NoEffect => proto::DroidsRepeatHit::NoEffect,
        RepeatHit::Reroll => proto::DroidsRepeatHit::Reroll,
    };
    proto::DroidsValues {
        draw_mode: draw_mode.into(),
        relay_target: relay_target.into(),
        repair_lifts_all: values.repair_strips == RepairStrips::All,
        repeat_hit: repeat_hit.into(),
        mine_stops_move: values.mine_stops_move,
        chain_push: values.chain_push,
        diag_corner_cutting: values.diag_corner_cutting,
        put_on_water: values.put_on_water,
        cargo_capacity: values.cargo_capacity.into(),
    }
}

fn sheets(programmes: &Programmes) -> Vec<proto::DroidsSheet> {
    let programme = |orders: &[Stone; 3]| proto::DroidsProgramme {
        orders: orders.map(stone_message).to_vec(),
    };
    let sheets = programmes.sheets().iter();
    sheets
        .map(|sheet| proto::DroidsSheet {
            programmes: sheet.iter().map(programme).collect(),
        })
        .collect()
}

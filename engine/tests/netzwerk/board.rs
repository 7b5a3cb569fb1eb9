//! Tests of the board, the start, and boards of other sizes (NW-1 to NW-4, NW-31).

use crate::play::{Play, game, parse_error};
use botwerk_engine::GameNotation;

/// Returns every point with a file from a to p and a rank from 0 to 15, on the board or not.
fn points() -> Vec<String> {
    let ranks = |file: char| (0..=15).map(move |rank| format!("{file}{rank}"));
    ('a'..='p').flat_map(ranks).collect()
}

/// Returns the points on which the parser accepts a robot, and those on which it accepts a battery.
fn accepted_points(given: &[(&str, &str)]) -> [Vec<String>; 2] {
    let game = game(given);
    let is_accepted = |text: String| game.parse_position(&text).is_ok();
    let robots = points().into_iter();
    let batteries = points().into_iter();
    [
        robots
            .filter(|at| is_accepted(format!("w {at} - -")))
            .collect(),
        batteries
            .filter(|at| is_accepted(format!("w - - {at}")))
            .collect(),
    ]
}

#[test]
fn nw_1_board_has_36_squares_and_49_energy_fields() {
    let [squares, fields] = accepted_points(&[]);
    assert_eq!((squares.len(), fields.len()), (36, 49));
}

#[test]
fn nw_1_batteries_move_along_files_and_ranks_to_the_edges_of_the_board() {
    let play = Play::at(&[], "w f4 f10 a1,c13,m7,g7 0 b:");
    assert_eq!(play.targets("a1"), ["a3", "c1"]);
    assert_eq!(play.targets("c13"), ["a13", "c11", "e13"]);
    assert_eq!(play.targets("m7"), ["k7", "m5", "m9"]);
    assert_eq!(play.targets("g7"), ["e7", "g5", "g9", "i7"]);
}

#[test]
fn nw_2_robots_are_on_even_points_and_batteries_on_odd_ones() {
    let [squares, fields] = accepted_points(&[]);
    let even = |file| [2, 4, 6, 8, 10, 12].map(|rank| format!("{file}{rank}"));
    let odd = |file| [1, 3, 5, 7, 9, 11, 13].map(|rank| format!("{file}{rank}"));
    assert_eq!(squares, ["b", "d", "f", "h", "j", "l"].map(even).concat());
    assert_eq!(
        fields,
        ["a", "c", "e", "g", "i", "k", "m"].map(odd).concat()
    );
}

#[test]
fn nw_2_square_has_four_fields_and_field_up_to_four_squares() {
    let [squares, fields] = accepted_points(&[]);
    let powers = |square: &String, field: &String| {
        // A white robot on rank 12 would be at home and have won, so a black one is used there.
        let enemy = if square == "f6" { "h6" } else { "f6" };
        let text = if square.ends_with("12") {
            format!("b {enemy} {square} {field}")
        } else {
            format!("w {square} {enemy} {field}")
        };
        !Play::at(&[], &text).targets(square).is_empty()
    };
    for square in &squares {
        let adjacent = fields.iter().filter(|field| powers(square, field));
        assert_eq!(adjacent.count(), 4, "{square}");
    }
    for field in &fields {
        let adjacent = squares
            .iter()
            .filter(|square| powers(square, field))
            .count();
        let edges = [
            ["a", "m"].contains(&&field[..1]),
            ["1", "13"].contains(&&field[1..]),
        ];
        let expected = 4 >> edges.iter().filter(|edge| **edge).count();
        assert_eq!(adjacent, expected, "{field}");
    }
}

#[test]
fn nw_3_start_position_is_as_printed() {
    let play = Play::start(&[]);
    let start = "w b2,d2,f2,h2,j2,l2 b12,d12,f12,h12,j12,l12 \
                 a3,c3,e3,g3,i3,k3,m3,a11,c11,e11,g11,i11,k11,m11";
    assert_eq!(play.text(), start);
    let up = ["b2-b4", "d2-d4", "f2-f4", "h2-h4", "j2-j4", "l2-l4"];
    assert_eq!(play.legal(), up);
    let down = [
        "b12-b10", "d12-d10", "f12-f10", "h12-h10", "j12-j10", "l12-l10",
    ];
    assert_eq!(play.after("b2-b4 / .").legal(), down);
}

#[test]
fn nw_4_white_moves_first_unless_first_player_is_black() {
    let side_to_move = |given| Play::start(given).text()[..2].to_owned();
    assert_eq!(side_to_move(&[]), "w ");
    assert_eq!(side_to_move(&[("first_player", "white")]), "w ");
    assert_eq!(side_to_move(&[("first_player", "black")]), "b ");
    let black = Play::start(&[("first_player", "black")]);
    assert!(black.legal().contains(&"b12-b10".to_owned()));
    assert!(black.after("b12-b10 / .").text().starts_with("w "));
}

#[test]
fn nw_31_start_scales_with_the_board_size() {
    let start = |width, ranks| Play::start(&[("width", width), ("ranks", ranks)]).text();
    assert_eq!(start("2", "3"), "w b2,d2 b6,d6 a3,c3,e3,a5,c5,e5");
    assert_eq!(
        start("4", "5"),
        "w b2,d2,f2,h2 b10,d10,f10,h10 a3,c3,e3,g3,i3,a9,c9,e9,g9,i9"
    );
    for width in 2..=6 {
        for ranks in 3..=6 {
            let (w, r) = (width.to_string(), ranks.to_string());
            let [squares, fields] = accepted_points(&[("width", &w), ("ranks", &r)]);
            assert_eq!(squares.len(), width * ranks);
            assert_eq!(fields.len(), (width + 1) * (ranks + 1));
        }
    }
}

#[test]
fn nw_31_home_and_edges_scale_with_the_board_size() {
    let small = [("width", "3"), ("ranks", "4")];
    let play = Play::at(&small, "w f6 b4 e5,g5,g7");
    assert_eq!(play.targets("f6"), ["d6", "f8"]);
    let play = play.after("f6-f8");
    assert_eq!(play.end(), Some(("NW-19", [1, 2])));
    let play = Play::at(&small, "w f6 b4 g9,c9 0 b:");
    assert_eq!(play.targets("g9"), ["e9", "g7"]);
}

#[test]
fn nw_31_position_may_have_fewer_pieces_than_the_start_but_never_more() {
    let small = [("width", "2"), ("ranks", "3")];
    let fewer = Play::at(&small, "w b2 d6 c3,c5");
    assert_eq!(fewer.legal(), ["b2-b4", "b2-d2"]);
    assert_eq!(parse_error(&small, "w b2,d2,b4 d6 c3").offset, 8);
    assert_eq!(
        parse_error(&small, "w b2 d6 a1,c1,e1,a3,c3,e3,a5").offset,
        26
    );
    assert_eq!(parse_error(&small, "w b2 f6 c3").offset, 5);
    assert_eq!(parse_error(&small, "w b2 d6 g3").offset, 8);
}

//! Tests of slides and diagonals (RR-4, RR-5).

use botwerk_engine::ricochet::{Layout, Robots, SlideRules, slide};

use crate::play::{TARGETS, board};

/// A board with robots.
pub(crate) struct Field {
    layout: Layout,
    robots: Robots,
}

impl Field {
    pub(crate) fn new(walls: &[&str], diagonals: &str, robots: &str) -> Self {
        let layout: Layout = board(walls, diagonals, TARGETS).parse().unwrap();
        let mut placed = Robots::EMPTY;
        for robot in robots.split(',') {
            let (letter, cell) = robot.split_once(':').unwrap();
            let letter = letter.chars().next().unwrap();
            let robot = botwerk_engine::ricochet::Robot::from_letter(letter).unwrap();
            placed = placed.with(robot, cell.parse().unwrap());
        }
        Self {
            layout,
            robots: placed,
        }
    }

    /// Returns the end and the cost of a move, such as `p1 1`, or its error with the rule.
    pub(crate) fn slide_with(&self, text: &str, rules: SlideRules) -> String {
        let step = text.parse().unwrap();
        match slide(self.layout.board(), &self.robots, step, rules) {
            Ok(slide) => format!("{} {}", slide.end, slide.cost),
            Err(error) => format!("{error} ({})", error.rule()),
        }
    }

    pub(crate) fn slide(&self, text: &str) -> String {
        self.slide_with(text, SlideRules::default())
    }
}

#[test]
fn rr_4_robot_slides_until_something_stops_it() {
    let field = Field::new(&["c1E"], "-", "r:a1,g:a9,b:k16,y:g8");
    assert_eq!(field.slide("rE"), "c1 1", "a wall");
    assert_eq!(field.slide("rS"), "a8 1", "another robot");
    assert_eq!(field.slide("bN"), "k1 1", "the frame");
    assert_eq!(field.slide("bW"), "a16 1");
    let field = Field::new(&[], "-", "r:a8,g:h1");
    assert_eq!(field.slide("rE"), "g8 1", "the centre block");
    assert_eq!(field.slide("gS"), "h7 1");
}

#[test]
fn rr_4_slide_of_no_cells_is_no_move() {
    let field = Field::new(&["c3E"], "-", "r:c3,g:d3,b:c2,y:g8");
    for blocked in ["rE", "gW", "rN", "bS", "yE"] {
        let error = field.slide(blocked);
        assert!(error.contains("cannot leave"), "{blocked}: {error}");
        assert!(error.ends_with("(RR-4)"));
    }
}

#[test]
fn rr_5_diagonal_turns_robots_of_other_colours() {
    let field = Field::new(&[], r"e1\r,e5/g", "r:a1,g:a5,b:e9,y:p5");
    assert_eq!(field.slide("rE"), "p1 1", "it passes its own diagonal");
    assert_eq!(field.slide("gE"), "o5 1");
    assert_eq!(
        field.slide("yW"),
        "e8 1",
        "from east to south, then a robot"
    );
    assert_eq!(
        field.slide("bN"),
        "o5 1",
        "from south to east, then a robot"
    );
    let field = Field::new(&[], r"e1\r,e5/g", "b:a1,y:a5");
    assert_eq!(field.slide("yE"), "b1 1", "from east to north to west");
}

#[test]
fn rr_5_slide_cannot_end_on_a_diagonal() {
    let rules = SlideRules {
        stop_on_diagonal: true,
        ..SlideRules::default()
    };
    for walls in [&["e1S"][..], &[]] {
        // Behind the turn of e1 there is a wall or a robot.
        let field = Field::new(walls, r"e1\r", "g:a1,b:e2");
        assert_eq!(
            field.slide("gE"),
            "the slide would end on the diagonal of e1 (RR-5)"
        );
        assert_eq!(field.slide_with("gE", rules), "e1 1");
    }
    let field = Field::new(&["e1E"], r"e1\r", "r:a1");
    assert!(field.slide("rE").contains("end on the diagonal"));
    assert_eq!(field.slide_with("rE", rules), "e1 1");
}

#[test]
fn rr_5_slide_in_a_circle_never_ends_or_ends_where_it_began() {
    let circle = r"c3/r,f3\r,c6\r,f6/r";
    let inside = Field::new(&[], circle, "g:d3");
    assert!(inside.slide("gE").starts_with("the slide never ends"));
    let back = Field::new(&["d3E"], r"b1/r,d1\r,b3\r", "g:d3");
    assert_eq!(back.slide("gN"), "d3 1", "back on its own cell is a move");
}

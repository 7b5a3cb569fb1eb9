//! Pictures: positions as SVG documents, for notebooks, web pages and documents.

use std::fmt::{self, Write};

/// Height of a line of the caption.
const LINE: i32 = 20;

/// Size of the caption's text.
const TEXT_SIZE: i32 = 14;

/// Space around the caption.
const MARGIN: i32 = 10;

/// The paint of a shape: the colour inside, and that of its outline with the width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Paint {
    fill: &'static str,
    line: Option<(&'static str, i32)>,
}

impl Paint {
    /// Paints the inside only.
    pub(crate) const fn fill(fill: &'static str) -> Self {
        Self { fill, line: None }
    }

    /// Paints the outline only.
    pub(crate) const fn line(colour: &'static str, width: i32) -> Self {
        Self::fill("none").outlined(colour, width)
    }

    /// The same paint with an outline.
    pub(crate) const fn outlined(self, colour: &'static str, width: i32) -> Self {
        Self {
            line: Some((colour, width)),
            ..self
        }
    }
}

impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fill=\"{}\"", self.fill)?;
        match self.line {
            Some((colour, width)) => write!(
                f,
                " stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\""
            ),
            None => Ok(()),
        }
    }
}

/// The style of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextStyle {
    /// Height of the letters' line.
    pub(crate) size: i32,
    pub(crate) colour: &'static str,
    pub(crate) is_bold: bool,
}

/// A rectangle of a picture that actions name, such as a square of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name in the game's notation.
    pub name: String,
    /// The left edge.
    pub left: i32,
    /// The top edge.
    pub top: i32,
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

/// A position as a picture: its `Display` is an SVG document without scripts and references, the same for
/// equal views in every run.
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::{GameDrawing, GameRules, GameType, GameViews, Options, RootSeed, Viewer};
///
/// let options = Options::resolve(Netzwerk::spec().options, [("width", "2"), ("ranks", "3")]).unwrap();
/// let game = Netzwerk::new(2, options).unwrap();
/// let start = game.initial_state(RootSeed::from_text("7"));
/// let picture = game.picture(&game.view(&start, Viewer::Spectator)).to_string();
/// assert!(picture.starts_with("<svg ") && picture.contains("White moves robots"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    width: i32,
    height: i32,
    /// What the picture shows, for people who cannot see it.
    label: String,
    body: String,
    places: Vec<Place>,
}

impl Picture {
    /// Returns the places, which are not drawn. They may overlap: the later one is above.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Creates an empty picture.
    pub(crate) fn new(width: i32, height: i32) -> Self {
        Self {
            width,
            height,
            label: String::new(),
            body: String::new(),
            places: Vec::new(),
        }
    }

    /// Names a rectangle: left, top, width and height.
    pub(crate) fn place(&mut self, name: impl fmt::Display, [left, top, width, height]: [i32; 4]) {
        self.places.push(Place {
            name: name.to_string(),
            left,
            top,
            width: width.unsigned_abs(),
            height: height.unsigned_abs(),
        });
    }

    /// Draws a rectangle with rounded corners: left, top, width and height.
    pub(crate) fn rect(&mut self, [x, y, width, height]: [i32; 4], radius: i32, paint: Paint) {
        self.put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" {paint}/>"
        ));
    }

    /// Draws a circle.
    pub(crate) fn circle(&mut self, (x, y): (i32, i32), radius: i32, paint: Paint) {
        self.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {paint}/>"
        ));
    }

    /// Draws a line through points.
    pub(crate) fn line(&mut self, points: &[(i32, i32)], paint: Paint) {
        self.put(format_args!(
            "<polyline points=\"{}\" {paint}/>",
            Points(points)
        ));
    }

    /// Draws an area between points.
    pub(crate) fn area(&mut self, points: &[(i32, i32)], paint: Paint) {
        self.put(format_args!(
            "<polygon points=\"{}\" {paint}/>",
            Points(points)
        ));
    }

    /// Writes a text with its centre at a point.
    pub(crate) fn text(&mut self, (x, y): (i32, i32), style: TextStyle, text: &str) {
        let TextStyle {
            size,
            colour,
            is_bold,
        } = style;
        let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
        let text = Escaped(text);
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{weight} \
             text-anchor=\"middle\" dominant-baseline=\"central\">{text}</text>"
        ));
    }

    /// Adds lines below the picture, which also describe it to people who cannot see it.
    pub(crate) fn caption(&mut self, lines: &[String]) {
        // A character is about three fifths as wide as it is high.
        let columns = (self.width - 2 * MARGIN) * 5 / (3 * TEXT_SIZE);
        let columns = usize::try_from(columns).unwrap_or_default();
        for line in lines {
            for part in wrapped(line, columns) {
                let y = self.height + LINE / 2;
                let text = Escaped(&part);
                self.put(format_args!(
                    "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"{TEXT_SIZE}\" fill=\"#222\" \
                     dominant-baseline=\"central\">{text}</text>"
                ));
                self.height += LINE;
            }
            if !self.label.is_empty() {
                self.label += "; ";
            }
            self.label += line;
        }
        self.height += MARGIN / 2;
    }

    fn put(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "{element}");
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            width,
            height,
            label,
            body,
            places: _,
        } = self;
        let label = Escaped(label);
        write_head(f, (*width, *height), &label)?;
        write!(f, "{body}</svg>")
    }
}

fn write_head(f: &mut impl Write, (width, height): (i32, i32), label: &Escaped<'_>) -> fmt::Result {
    writeln!(
        f,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" role=\"img\" \
         aria-label=\"{label}\">"
    )?;
    writeln!(
        f,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
    )
}

/// Returns the pictures one after another as an SVG document that repeats them: each for this number of
/// milliseconds, the last one three times as long. The texts are written below them.
///
/// ```
/// # use botwerk_engine::netzwerk::Netzwerk;
/// # use botwerk_engine::{GameDrawing, GameRules, GameType, GameViews, Options, RootSeed, Viewer};
/// # let options = Options::resolve(Netzwerk::spec().options, [("width", "2"), ("ranks", "3")]).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
/// # let start = game.initial_state(RootSeed::from_text("7"));
/// let picture = game.picture(&game.view(&start, Viewer::Spectator));
/// let strip = botwerk_engine::strip(&[(picture.clone(), "start"), (picture, "again")], 1000);
/// assert_eq!(strip.matches("<animate ").count(), 2);
/// ```
pub fn strip(frames: &[(Picture, impl AsRef<str>)], millis: u32) -> String {
    let width = frames.iter().map(|(picture, _)| picture.width).max();
    let height = frames.iter().map(|(picture, _)| picture.height).max();
    let (width, height) = (width.unwrap_or(0), height.unwrap_or(0));
    let turns = frames.len() + 2;
    let seconds = turns as f64 * f64::from(millis) / 1000.0;
    let label = format!("{} positions of a match", frames.len());
    let common = common_lines(frames.iter().map(|(picture, _)| picture.body.as_str()));
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_head(&mut text, (width, height + LINE), &Escaped(&label));
    text += common;
    for (index, (picture, below)) in frames.iter().enumerate() {
        let is_last = index + 1 == frames.len();
        let time = |turn: usize| turn as f64 / turns as f64;
        let (start, end) = (time(index), time(index + 1));
        let (values, times) = match (index, is_last) {
            (0, true) => ("visible".to_owned(), "0".to_owned()),
            (0, false) => ("visible;hidden".to_owned(), format!("0;{end:.5}")),
            (_, true) => ("hidden;visible".to_owned(), format!("0;{start:.5}")),
            (_, false) => (
                "hidden;visible;hidden".to_owned(),
                format!("0;{start:.5};{end:.5}"),
            ),
        };
        // Without animations the first one is shown.
        let visibility = if index == 0 { "visible" } else { "hidden" };
        let y = height + LINE / 2 - MARGIN / 2;
        let _ = writeln!(
            text,
            "<g visibility=\"{visibility}\">\n<animate attributeName=\"visibility\" values=\"{values}\" \
             keyTimes=\"{times}\" dur=\"{seconds:.3}s\" calcMode=\"discrete\" \
             repeatCount=\"indefinite\"/>\n{}<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"{TEXT_SIZE}\" \
             fill=\"#222\" font-weight=\"bold\" dominant-baseline=\"central\">{}</text>\n</g>",
            &picture.body[common.len()..],
            Escaped(below.as_ref())
        );
    }
    text + "</svg>"
}

/// Returns the lines with which all texts start.
fn common_lines<'a>(mut texts: impl Iterator<Item = &'a str>) -> &'a str {
    let mut common = texts.next().unwrap_or_default();
    for text in texts {
        let same = common.bytes().zip(text.bytes());
        let same = same.take_while(|(a, b)| a == b).count();
        let end = common.as_bytes()[..same]
            .iter()
            .rposition(|byte| *byte == b'\n');
        common = &common[..end.map_or(0, |end| end + 1)];
    }
    common
}

/// Points of a line.
struct Points<'a>(&'a [(i32, i32)]);

impl fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (x, y)) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{x},{y}")?;
        }
        Ok(())
    }
}

/// Text in which no character has a meaning of its own.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

/// Returns the lines of a text with at most this number of characters, if its words are no longer.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        let mut picture = Picture::new(100, 10);
        picture.caption(&["</svg><script>\"&".to_owned()]);
        let text = picture.to_string();
        assert!(!text.contains("<script") && text.contains("&lt;script&gt;&quot;&amp;"));
        assert_eq!(text.matches("</svg>").count(), 1);
    }

    #[test]
    fn long_captions_are_wrapped_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("overlong word", 3), ["overlong", "word"]);
        // Ten characters a line.
        let mut picture = Picture::new(10 * TEXT_SIZE * 3 / 5 + 2 * MARGIN, 10);
        picture.caption(&["one two three four five".to_owned()]);
        assert_eq!(picture.height, 10 + 3 * LINE + MARGIN / 2);
    }

    #[test]
    fn what_all_frames_start_with_is_drawn_once() {
        assert_eq!(
            common_lines(["a\nbc\nd", "a\nbc\ne", "a\nbd\n"].into_iter()),
            "a\n"
        );
        assert_eq!(common_lines(["a\n"].into_iter()), "a\n");
        assert_eq!(common_lines(["a\n", "b\n"].into_iter()), "");
        let frame = |second: i32| {
            let mut picture = Picture::new(20, 10);
            picture.circle((1, 1), 1, Paint::fill("#000"));
            picture.circle((second, 2), 1, Paint::fill("#000"));
            (picture, String::new())
        };
        let text = strip(&[frame(5), frame(6)], 500);
        assert_eq!(text.matches("cx=\"1\"").count(), 1);
        assert_eq!(text.matches("<circle").count(), 3);
    }

    #[test]
    fn strip_shows_one_frame_at_a_time() {
        let frame = |text: &str| (Picture::new(20, 10), text.to_owned());
        let text = strip(&[frame("a"), frame("b"), frame("c")], 500);
        assert_eq!(text.matches("visibility=\"visible\"").count(), 1);
        assert!(text.contains("dur=\"2.500s\"") && text.contains("keyTimes=\"0;0.20000;0.40000\""));
        assert!(text.contains("viewBox=\"0 0 20 30\""));
        assert!(strip(&[frame("a")], 500).contains("values=\"visible\""));
    }
}

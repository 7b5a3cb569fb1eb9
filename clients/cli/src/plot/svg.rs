//! Self-contained SVG documents, without scripts, fonts and external resources.
//!
//! No plotting library, since none knows the width of a text without the reader's fonts: plotters
//! estimates it too unless system fonts are installed, and charming renders in JavaScript.

use botwerk_engine::is_hidden;

/// The style sheet of texts. All greys have a contrast of at least 4.5 to 1 on white.
const STYLE: &str = "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',\
                     'DejaVu Sans',Arial,sans-serif;font-size:14px;fill:#222}\
                     .head{font-size:18px;font-weight:600}\
                     .strong{font-weight:600}\
                     .note{font-size:13px;fill:#5c5c5c}\
                     .small{font-size:11px}\
                     .faint{fill:#6b6b6b}\
                     .light{fill:#fff}";

/// Font sizes in the style sheet.
pub(crate) const HEADING_SIZE: f64 = 18.0;
pub(crate) const TEXT_SIZE: f64 = 14.0;
pub(crate) const NOTE_SIZE: f64 = 13.0;
pub(crate) const SMALL_SIZE: f64 = 11.0;

/// Distance from the middle of a text line to its baseline, in font sizes.
const BASELINE: f64 = 0.35;

/// The alignment of a text at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// An SVG document under construction.
#[derive(Debug, Default)]
pub(crate) struct Svg {
    body: String,
}

impl Svg {
    /// Adds a group with a title, which browsers show as a tooltip.
    pub(crate) fn titled(&mut self, title: &str, draw: impl FnOnce(&mut Self)) {
        self.body += &format!("<g><title>{}</title>\n", escape_xml(title));
        draw(self);
        self.body += "</g>\n";
    }

    /// Adds a filled rectangle.
    pub(crate) fn rectangle(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], fill: &str) {
        let [x, y, width, height] = [x, y, width, height].map(number);
        self.body += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>\n"
        );
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, from: [f64; 2], to: [f64; 2], stroke: &str, width: f64) {
        let [[x1, y1], [x2, y2]] = [from, to].map(|point| point.map(number));
        let width = number(width);
        self.body += &format!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\" \
             stroke-width=\"{width}\"/>\n"
        );
    }

    /// Adds a line through several points.
    pub(crate) fn polyline(&mut self, points: &[[f64; 2]], stroke: &str, width: f64) {
        let points = points.iter().map(|point| point.map(number).join(","));
        let points = points.collect::<Vec<_>>().join(" ");
        let width = number(width);
        self.body += &format!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{stroke}\" \
             stroke-width=\"{width}\"/>\n"
        );
    }

    /// Adds a dot with a white rim.
    pub(crate) fn dot(&mut self, [x, y]: [f64; 2], radius: f64, fill: &str) {
        let [x, y, radius] = [x, y, radius].map(number);
        self.body += &format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#fff\" \
             stroke-width=\"1.5\"/>\n"
        );
    }

    /// Adds a filled triangle.
    pub(crate) fn triangle(&mut self, corners: [[f64; 2]; 3], fill: &str) {
        let corners = corners.map(|corner| corner.map(number).join(","));
        let corners = corners.join(" ");
        self.body += &format!("<polygon points=\"{corners}\" fill=\"{fill}\"/>\n");
    }

    /// Adds a text whose vertical middle is at the point.
    pub(crate) fn text(&mut self, [x, y]: [f64; 2], anchor: Anchor, class: &str, text: &str) {
        let [x, y] = [x, y + BASELINE * TEXT_SIZE].map(number);
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escape_xml(text);
        self.body += &format!(
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" class=\"{class}\">{text}</text>\n"
        );
    }

    /// Returns the document on a white background.
    pub(crate) fn finish(self, [width, height]: [f64; 2], title: &str) -> String {
        let [width, height] = [width, height].map(|size| number(size.ceil()));
        let (title, body) = (escape_xml(title), self.body);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n"
        )
    }
}

/// Returns an upper estimate of a text's width, because viewers use different fonts.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let characters = text.chars().map(|character| match character {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.36,
        'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '-' | '/' | '"' => 0.46,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 1.0,
        '+' | '=' | '<' | '>' | '~' | '#' | '&' => 0.84,
        'A'..='Z' => 0.74,
        character if character.is_ascii() => 0.65,
        character if character < '\u{1100}' => 0.75,
        _ => 1.1,
    });
    size * characters.sum::<f64>()
}

/// Returns the estimated width of the widest text.
pub(crate) fn widest<'a>(texts: impl Iterator<Item = &'a str>, size: f64) -> f64 {
    texts.map(|text| width(text, size)).fold(0.0, f64::max)
}

/// Escapes a text for XML.
fn escape_xml(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            // XML does not allow most control characters, and the others have an effect.
            character if is_hidden(character) => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            character => escaped.push(character),
        }
    }
    escaped
}

/// Formats a coordinate, rounded to a tenth of a pixel.
fn number(value: f64) -> String {
    ((value * 10.0).round() / 10.0 + 0.0).to_string()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the unescaped texts of a document. Panics if its tags are not balanced or characters
    /// are not escaped.
    pub(crate) fn texts(svg: &str) -> Vec<String> {
        let (mut open, mut texts) = (Vec::new(), Vec::new());
        let mut rest = svg;
        while let Some(start) = rest.find('<') {
            let (text, tag) = rest.split_at(start);
            assert!(!text.contains('>'), "{text}");
            if !text.trim().is_empty() {
                texts.push(unescaped(text));
            }
            let end = tag.find('>').expect("a tag that ends");
            let inner = &tag[1..end];
            assert_eq!(inner.matches('"').count() % 2, 0, "{inner}");
            if let Some(name) = inner.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "{svg}");
            } else if !inner.ends_with('/') {
                open.push(inner.split(' ').next().unwrap());
            }
            rest = &tag[end + 1..];
        }
        assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
        texts
    }

    fn unescaped(text: &str) -> String {
        let mut text = text.to_owned();
        for (entity, character) in [
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&quot;", "\""),
            ("&#39;", "'"),
        ] {
            text = text.replace(entity, character);
        }
        assert_eq!(text.matches('&').count(), text.matches("&amp;").count());
        text.replace("&amp;", "&")
    }

    #[test]
    fn texts_survive_whatever_is_in_them() {
        let text = "<a&b|\"c\",d> 'e'\u{7}";
        let mut svg = Svg::default();
        svg.titled(text, |svg| {
            svg.text([1.0, 2.0], Anchor::Middle, "strong", text);
        });
        let picture = svg.finish([10.0, 20.25], "all");
        let expected = "<a&b|\"c\",d> 'e' ";
        assert_eq!(texts(&picture), ["all", STYLE, expected, expected]);
        assert!(picture.contains("viewBox=\"0 0 10 21\""), "{picture}");
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!(number(1.0 / 3.0), "0.3");
        assert_eq!(number(-0.01), "0");
        assert_eq!(number(12.0), "12");
    }

    #[test]
    fn longer_texts_are_wider() {
        assert!(width("minimax", 14.0) > width("random", 14.0));
        assert!(widest(["a", "abc"].into_iter(), 14.0) >= width("abc", 14.0));
    }
}

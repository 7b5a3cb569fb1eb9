//! Elements of XML 1.0.

use botwerk_engine::plain_lines;

/// An element with attributes, and with text or other elements as its content.
#[derive(Debug)]
pub(crate) struct XmlElement {
    name: &'static str,
    /// Attributes and content, as XML.
    attributes: String,
    content: String,
}

impl XmlElement {
    /// Creates an element without attributes and content.
    pub(crate) fn new(name: &'static str) -> Self {
        Self {
            name,
            attributes: String::new(),
            content: String::new(),
        }
    }

    /// Adds an attribute.
    pub(crate) fn attribute(mut self, name: &str, value: &str) -> Self {
        // A parser returns blanks for unescaped ones.
        let value = escape(value).replace('\n', "&#10;").replace('\t', "&#9;");
        self.attributes += &format!(" {name}=\"{value}\"");
        self
    }

    /// Adds text to the content.
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.content += &escape(text);
        self
    }

    /// Adds an element on lines of its own to the content.
    pub(crate) fn child(mut self, child: &Self) -> Self {
        if self.content.is_empty() {
            self.content.push('\n');
        }
        self.content += &child.to_xml();
        self.content.push('\n');
        self
    }

    /// Returns a document of which this is the root.
    pub(crate) fn to_document(&self) -> String {
        let root = self.to_xml();
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{root}\n")
    }

    fn to_xml(&self) -> String {
        let Self {
            name,
            attributes,
            content,
        } = self;
        if content.is_empty() {
            format!("<{name}{attributes}/>")
        } else {
            format!("<{name}{attributes}>{content}</{name}>")
        }
    }
}

/// Returns the XML of a text, with blanks for hidden characters other than line ends and tabs.
fn escape(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for c in plain_lines(text).chars() {
        match c {
            '&' => xml += "&amp;",
            '<' => xml += "&lt;",
            '>' => xml += "&gt;",
            '"' => xml += "&quot;",
            '\r' => xml += "&#13;",
            // No XML may have these, whether escaped or not.
            '\u{fffe}' | '\u{ffff}' => xml.push('\u{fffd}'),
            c => xml.push(c),
        }
    }
    xml
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::process::{Command, Stdio};

    use super::*;

    /// Prints the attribute, the text and the child's text of a document.
    const PARSE: &str = "
import json, sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
print(json.dumps([root.tag, root.attrib['a'], root[0].text, len(root)]))
";

    /// Returns what Python's parser reads, or `None` without Python.
    fn parse(document: &str) -> Option<(String, String, String, u64)> {
        let mut python = Command::new("python3");
        python.args(["-c", PARSE]);
        python.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = match python.spawn() {
            Ok(child) => child,
            Err(error) => {
                let is_required = std::env::var_os("BOTWERK_REQUIRE_PYTHON").is_some();
                assert!(!is_required, "python3: {error}");
                eprintln!("SKIPPED: requires python3");
                return None;
            }
        };
        let mut input = child.stdin.take().unwrap();
        input.write_all(document.as_bytes()).unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{document}");
        Some(serde_json::from_slice(&output.stdout).unwrap())
    }

    #[test]
    fn parser_reads_every_text_as_it_was_written() {
        let all: String = (0..0x300)
            .chain([0x202e, 0xd7ff, 0xe000, 0xfffd, 0xfffe, 0xffff, 0x1_f44d])
            .chain([0x1_fffe, 0x10_ffff])
            .filter_map(char::from_u32)
            .collect();
        for text in [
            all.as_str(),
            "a < b && c > d \"quoted\" 'too'",
            "]]><![CDATA[ <!-- --> <?pi?> &amp; &#0; &unknown;",
            " \t leading\r\nlines\n\n trailing \n",
            "\u{1b}[31mred\u{0}\u{7f}\u{85}\r",
        ] {
            let child = XmlElement::new("child").text(text);
            let root = XmlElement::new("root").attribute("a", text);
            let document = root.child(&child).to_document();
            let Some(read) = parse(&document) else {
                return;
            };
            let expected = plain_lines(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
            assert_eq!(read, ("root".into(), expected.clone(), expected, 1));
        }
    }

    #[test]
    fn element_without_content_ends_itself() {
        let inner = XmlElement::new("b").text("");
        let outer = XmlElement::new("a").attribute("n", "1").child(&inner);
        let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a n=\"1\">\n<b/>\n</a>\n";
        assert_eq!(outer.to_document(), expected);
    }
}

//! A target of log lines that contain texts of clients: one line for each event, without characters that have
//! an effect.

use std::io::{self, Write};

use botwerk_engine::plain_json;

/// Writes each event as one line.
#[derive(Debug)]
pub(crate) struct PlainLog<W>(pub(crate) W);

impl<W: Write> Write for PlainLog<W> {
    /// Writes a whole event.
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        self.0.write_all(plain_event(event).as_bytes())?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn plain_event(event: &[u8]) -> String {
    let text = String::from_utf8_lossy(event);
    let (line, end) = match text.strip_suffix('\n') {
        Some(line) => (line, "\n"),
        None => (&*text, ""),
    };
    plain_json(line) + end
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use botwerk_engine::is_hidden;
    use tracing_subscriber::fmt::MakeWriter;

    use super::*;

    /// Collects what is written.
    #[derive(Clone, Default)]
    struct Collected(Arc<Mutex<Vec<u8>>>);

    impl Write for Collected {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Collected {
        type Writer = PlainLog<Self>;

        fn make_writer(&'a self) -> Self::Writer {
            PlainLog(self.clone())
        }
    }

    #[test]
    fn event_with_a_text_of_a_client_is_one_line_without_effects() {
        let name = "a\u{202e}b\u{2066}c\nERROR forged\x1b[2J\u{9b}1m\0d";
        for is_json in [false, true] {
            let collected = Collected::default();
            let builder = tracing_subscriber::fmt().with_writer(collected.clone());
            let builder = builder.with_ansi(false);
            let log = || tracing::info!(bot = name, title = %name, "connected");
            if is_json {
                tracing::subscriber::with_default(builder.json().finish(), log);
            } else {
                tracing::subscriber::with_default(builder.finish(), log);
            }
            let text = String::from_utf8(collected.0.lock().unwrap().clone()).unwrap();
            assert_eq!(text.lines().count(), 1, "{text:?}");
            let line = text.strip_suffix('\n').unwrap();
            assert!(!line.contains(is_hidden), "{line:?}");
            if is_json {
                let event: serde_json::Value = serde_json::from_str(line).unwrap();
                assert_eq!(event["fields"]["bot"], name);
            }
        }
    }
}

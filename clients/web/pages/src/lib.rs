//! The web pages as files within a program: what `npm run pages` has built in `clients/web/pages/site`.

use std::io::{self, Read};

use flate2::read::GzDecoder;

/// The page that finds out by its address what to show.
pub const INDEX: &str = "index.html";

/// The base of the index as a server sends it, and where the pages are static files in any folder.
const SERVED_BASE: &str = "<base href=\"/\">";
const STATIC_BASE: &str = "<base href=\"./\">";

/// A file of the pages.
#[derive(Debug, Clone, Copy)]
pub struct PageFile {
    /// The name, such as `app.js`. All files are in one folder.
    pub name: &'static str,
    /// The content, compressed with gzip. The index has the base of a server.
    pub gzip: &'static [u8],
    /// An entity tag of the content, with its quotes.
    pub etag: &'static str,
}

impl PageFile {
    /// Returns the content for a folder of static files.
    ///
    /// # Errors
    /// Returns an error if the content is damaged.
    pub fn static_content(&self) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        GzDecoder::new(self.gzip).read_to_end(&mut content)?;
        if self.name == INDEX {
            let text = String::from_utf8(content).map_err(io::Error::other)?;
            content = text.replace(SERVED_BASE, STATIC_BASE).into_bytes();
        }
        Ok(content)
    }
}

/// The files of the pages of a server, and of static pages without one, sorted by their names.
///
/// ```
/// let index = botwerk_pages::FILES.iter().find(|file| file.name == botwerk_pages::INDEX).unwrap();
/// let text = String::from_utf8(index.static_content().unwrap()).unwrap();
/// assert!(text.contains("app.js"));
/// ```
pub const FILES: &[PageFile] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The index of an exported tournament, `exported.html`, and its script. The other parts are those of [`FILES`].
pub const EXPORTED: &[PageFile] = include!(concat!(env!("OUT_DIR"), "/exported.rs"));

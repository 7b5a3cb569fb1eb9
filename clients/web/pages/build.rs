//! Compresses the built pages of `site`, so that servers start at once and programs stay small.

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::{env, fs};

use flate2::write::GzEncoder;
use flate2::{Compression, Crc};

/// The base of static files, which may lie in any folder, and that of a server.
const STATIC_BASE: &str = "<base href=\"./\">";
const SERVED_BASE: &str = "<base href=\"/\">";

/// The beginning of the names of files that only exported tournaments have.
const EXPORTED: &str = "exported.";

fn main() -> Result<(), Box<dyn Error>> {
    // Other pages, such as those of `cargo xtask pages --with`.
    println!("cargo::rerun-if-env-changed=BOTWERK_SITE");
    let site = env::var("BOTWERK_SITE").unwrap_or_else(|_| "site".into());
    let site = Path::new(&site);
    println!("cargo::rerun-if-changed={}", site.display());
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR")?;
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(site)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let (exported, served): (Vec<_>, Vec<_>) = names
        .into_iter()
        .partition(|name| name.starts_with(EXPORTED));
    write_files(site, Path::new(&out), "files.rs", served)?;
    write_files(site, Path::new(&out), "exported.rs", exported)
}

/// Compresses files into the folder `out`, and writes the list of them.
fn write_files(
    site: &Path,
    out: &Path,
    list_name: &str,
    names: Vec<String>,
) -> Result<(), Box<dyn Error>> {
    let mut list = String::from("&[\n");
    for name in names {
        let mut content = fs::read(site.join(&name))?;
        if name == "index.html" {
            let text = String::from_utf8(content)?;
            assert!(text.contains(STATIC_BASE), "{name}: expected {STATIC_BASE}");
            content = text.replace(STATIC_BASE, SERVED_BASE).into_bytes();
        }
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&content)?;
        fs::write(out.join(&name), gzip.finish()?)?;
        let mut crc = Crc::new();
        crc.update(&content);
        writeln!(
            list,
            "PageFile {{ name: {name:?}, gzip: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/\", {name:?})), \
             etag: \"\\\"{:08x}{:x}\\\"\" }},",
            crc.sum(),
            content.len()
        )?;
    }
    list.push(']');
    fs::write(out.join(list_name), list)?;
    Ok(())
}

//! `pages`: writes the web pages as static files; and the pages that servers of this program serve.

use std::fs;
use std::path::PathBuf;

use botwerk_service::PageFile;
use clap::Args;
use serde_json::json;

use super::failure::Failure;
use super::output::Output;

/// Arguments of `pages`.
#[derive(Debug, Args)]
pub(super) struct PagesArgs {
    /// Folder for the files, which is created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the files. Others in the folder are left alone.
pub(super) fn run(args: &PagesArgs, output: &mut Output) -> Result<(), Failure> {
    let PagesArgs { folder } = args;
    fs::create_dir_all(folder)
        .map_err(|error| Failure::file(&folder.display().to_string(), &error))?;
    for file in botwerk_pages::FILES {
        let path = folder.join(file.name);
        let written = file
            .static_content()
            .and_then(|content| fs::write(&path, content));
        written.map_err(|error| Failure::file(&path.display().to_string(), &error))?;
    }
    if output.is_json() {
        return output.json(&json!({"folder": folder, "files": botwerk_pages::FILES.len()}));
    }
    output.line(format!(
        "wrote {} files; serve the folder with any web server, for example:",
        botwerk_pages::FILES.len()
    ))?;
    output.line(format!(
        "  python3 -m http.server --directory {}",
        folder.display()
    ))
}

/// Returns the pages that a server of this program serves.
pub(super) fn served_pages() -> Vec<PageFile> {
    let served = |file: &botwerk_pages::PageFile| PageFile {
        name: file.name,
        gzip: file.gzip,
        etag: file.etag,
    };
    botwerk_pages::FILES.iter().map(served).collect()
}

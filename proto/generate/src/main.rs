//! Generates the Rust code of the API: `botwerk-proto-generate DIR` writes a file for each package and the descriptors of all
//! files. `clients/generate.py` runs it for `proto/src/generated`.
//!
//! protox is a compiler in Rust, so no `protoc` has to be installed.

use std::path::{Path, PathBuf};
use std::{env, error, fs};

use prost::Message;

fn main() -> Result<(), Box<dyn error::Error>> {
    let folder = env::args_os().nth(1);
    let folder = PathBuf::from(folder.ok_or("expected the folder to write to")?);
    fs::create_dir_all(&folder)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for package in ["botwerk/v1", "botwerk/worker/v1"] {
        for entry in fs::read_dir(root.join(package))? {
            files.push(entry?.path());
        }
    }
    files.sort();
    let descriptors = protox::compile(files, [root])?;
    fs::write(
        folder.join("descriptors.binpb"),
        descriptors.encode_to_vec(),
    )?;
    tonic_prost_build::configure()
        // Channels are the client's: web pages have none.
        .build_transport(false)
        .codec_path("crate::SlimCodec")
        // The arrays of a result are kept to answer the same step again.
        .bytes(".botwerk.v1.LaneResults")
        .out_dir(folder)
        .compile_fds(descriptors)?;
    Ok(())
}

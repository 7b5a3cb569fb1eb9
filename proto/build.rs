//! Compiles the contract. protox is a compiler in Rust, so no `protoc` has to be installed.

use std::path::PathBuf;
use std::{env, error, fs};

use prost::Message;

fn main() -> Result<(), Box<dyn error::Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let package = root.join("botwerk/v1");
    println!("cargo::rerun-if-changed={}", package.display());
    let mut files: Vec<PathBuf> = fs::read_dir(package)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    let descriptors = protox::compile(files, [root])?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;
    tonic_prost_build::configure()
        // Channels are the client's: web pages have none.
        .build_transport(false)
        .codec_path("crate::SlimCodec")
        // The arrays of a result are kept to answer the same step again.
        .bytes(".botwerk.v1.LaneResults")
        .compile_fds(descriptors)?;
    Ok(())
}

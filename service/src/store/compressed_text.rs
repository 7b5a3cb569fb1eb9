//! Texts as they are stored: compressed with a dictionary of what such texts usually contain, unless that makes them
//! longer.

use std::cell::RefCell;
use std::string::FromUtf8Error;
use std::sync::LazyLock;

use zstd_safe::{CCtx, CDict, CParameter, DCtx, DDict};

/// Usual texts, made by `train_texts.py`. What was stored with it can only be read with it: another one needs another
/// number in the frames, and both must be kept.
const DICTIONARY: &[u8] = include_bytes!("texts.zdict");

/// Level of compression. Higher ones save less than a fifth, and take three times the writer's time.
const LEVEL: i32 = 1;

/// Level of packs, which are written once and kept for years.
const PACK_LEVEL: i32 = 15;

/// First bytes of a compressed text. No text starts with them: they are not UTF-8.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Maximum size of a decompressed text, in bytes, so that a damaged row does not take the memory of a server.
const MAX_TEXT_BYTES: u64 = 256 << 20;

static COMPRESSION: LazyLock<CDict<'static>> = LazyLock::new(|| CDict::create(DICTIONARY, LEVEL));
static DECOMPRESSION: LazyLock<DDict<'static>> = LazyLock::new(|| DDict::create(DICTIONARY));

thread_local! {
    static COMPRESSOR: RefCell<CCtx<'static>> = RefCell::new(CCtx::create());
    static DECOMPRESSOR: RefCell<DCtx<'static>> = RefCell::new(DCtx::create());
}

/// Returns a text as it is stored.
pub(super) fn compress_text(text: &str) -> Vec<u8> {
    let mut compressed = Vec::with_capacity(zstd_safe::compress_bound(text.len()));
    let done = COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.compress_using_cdict(&mut compressed, text.as_bytes(), &COMPRESSION)
    });
    match done {
        Ok(_) if compressed.len() < text.len() => {
            compressed.shrink_to_fit();
            compressed
        }
        _ => text.as_bytes().to_vec(),
    }
}

/// Returns the text of a pack as it is stored: smaller, and with a checksum.
pub(super) fn compress_pack(text: &str) -> Vec<u8> {
    let mut compressed = Vec::with_capacity(zstd_safe::compress_bound(text.len()));
    let mut compressor = CCtx::create();
    let done = [
        CParameter::CompressionLevel(PACK_LEVEL),
        CParameter::ChecksumFlag(true),
    ]
    .into_iter()
    .try_for_each(|parameter| compressor.set_parameter(parameter).map(drop))
    .and_then(|()| compressor.load_dictionary(DICTIONARY))
    .and_then(|_| compressor.compress2(&mut compressed, text.as_bytes()));
    match done {
        Ok(_) => compressed,
        Err(_) => text.as_bytes().to_vec(),
    }
}

/// Returns a text of a database, such as the events of a commit, compressed or not.
///
/// ```
/// let stored = b"{\"outcome\":\"NW-21\"}".to_vec();
/// let text = botwerk_service::decompress_text(stored);
/// assert_eq!(text.as_deref(), Ok(r#"{"outcome":"NW-21"}"#));
/// ```
///
/// # Errors
/// Returns the bytes if they are neither.
pub fn decompress_text(stored: Vec<u8>) -> Result<String, Vec<u8>> {
    if !stored.starts_with(&MAGIC) {
        return String::from_utf8(stored).map_err(FromUtf8Error::into_bytes);
    }
    let size = zstd_safe::get_frame_content_size(&stored).ok().flatten();
    let Some(size) = size.filter(|size| *size <= MAX_TEXT_BYTES) else {
        return Err(stored);
    };
    let mut text = Vec::with_capacity(size as usize);
    let done = DECOMPRESSOR.with_borrow_mut(|decompressor| {
        decompressor.decompress_using_ddict(&mut text, &stored, &DECOMPRESSION)
    });
    if done.is_err() {
        return Err(stored);
    }
    String::from_utf8(text).map_err(|_| stored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_as_it_was_written() {
        let line =
            r#"{"seq":1,"actor":"0","action":"b2-b4","turn":1,"part":0,"elapsed_nanos":300000}"#;
        for text in ["", "x", "Zwölf Boxkämpfer", line, &line.repeat(1000)] {
            let stored = compress_text(text);
            assert!(stored.len() <= text.len(), "{text}");
            assert_eq!(decompress_text(stored).as_deref(), Ok(text));
        }
        assert!(
            compress_text(line).len() * 2 < line.len(),
            "{}",
            compress_text(line).len()
        );
    }

    #[test]
    fn damaged_text_is_rejected() {
        let stored = compress_text(&"an event ".repeat(100));
        let mut other_dictionary = stored.clone();
        other_dictionary[5] ^= 1;
        let mut huge = stored.clone();
        // The descriptor of the frame: a size of eight bytes, and no dictionary.
        huge.splice(4..10, [0xe0, 255, 255, 255, 255, 255, 255, 255, 0]);
        for damaged in [
            &stored[..stored.len() - 1],
            &stored[..4],
            &other_dictionary,
            &huge,
            &[255],
        ] {
            assert_eq!(decompress_text(damaged.to_vec()), Err(damaged.to_vec()));
        }
    }
}

//! The functions of the WebAssembly module.
//!
//! A page writes the path of a call, a line feed and the request to [`request_buffer`], calls [`call`], and
//! reads the answer at [`response`]. The module imports what a [`Host`] does from `botwerk`.
#![expect(
    unsafe_code,
    reason = "names of exports, and calls of imports, which only read or fill what they get"
)]

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::answer;
use crate::host::Host;

#[link(wasm_import_module = "botwerk")]
unsafe extern "C" {
    fn fill_random(bytes: *mut u8, len: usize);
    fn now_millis() -> f64;
    fn should_stop() -> u32;
    fn report(message: *const u8, len: usize);
}

struct Page;

impl Host for Page {
    fn fill_random(&self, bytes: &mut [u8]) {
        // SAFETY: the page writes to exactly these bytes.
        unsafe { fill_random(bytes.as_mut_ptr(), bytes.len()) }
    }

    fn now_millis(&self) -> f64 {
        // SAFETY: the page touches no memory.
        unsafe { now_millis() }
    }

    fn should_stop(&self) -> bool {
        // SAFETY: the page touches no memory.
        unsafe { should_stop() != 0 }
    }

    fn report(&self, message: &[u8]) {
        // SAFETY: the page only reads these bytes, before it returns.
        unsafe { report(message.as_ptr(), message.len()) }
    }
}

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static RESPONSE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn lock(buffer: &'static Mutex<Vec<u8>>) -> MutexGuard<'static, Vec<u8>> {
    buffer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns where the page writes a call of this many bytes: its path, a line feed and the request.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn request_buffer(len: usize) -> *mut u8 {
    let mut request = lock(&REQUEST);
    request.clear();
    request.resize(len, 0);
    request.as_mut_ptr()
}

/// Answers the call that was written. Returns the length of the answer, or, of an error, its negative length
/// less 1.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn call() -> i32 {
    let call = std::mem::take(&mut *lock(&REQUEST));
    let end = call.iter().position(|byte| *byte == b'\n');
    let (path, request) = call.split_at(end.unwrap_or(call.len()));
    let path = String::from_utf8_lossy(path);
    let answered = answer(&path, request.get(1..).unwrap_or_default(), &Page);
    let mut response = lock(&RESPONSE);
    let (bytes, is_error) = match answered {
        Ok(bytes) => (bytes, false),
        Err(bytes) => (bytes, true),
    };
    *response = bytes;
    let len = i32::try_from(response.len()).unwrap_or(i32::MAX);
    if is_error { -len - 1 } else { len }
}

/// Returns where the answer to the last call is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn response() -> *const u8 {
    lock(&RESPONSE).as_ptr()
}

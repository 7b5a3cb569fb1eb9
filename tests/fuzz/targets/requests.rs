//! Requests of every method, sent to a server in this process.
#![no_main]

use std::sync::Mutex;

use botwerk_tests::fuzz::RequestFuzzer;

/// Number of requests after which the untouched match must still be playable to its end.
const MATCH_CHECK_INTERVAL: u64 = 2_000;

/// Number of requests after which the server is replaced, since all matches stay in memory.
const SERVER_RESTART_INTERVAL: u64 = 20_000;

static FUZZER: Mutex<Option<RequestFuzzer>> = Mutex::new(None);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut fuzzer = FUZZER.lock().unwrap();
    let fuzzer = fuzzer.get_or_insert_default();
    fuzzer.send(bytes);
    if fuzzer.sent().is_multiple_of(MATCH_CHECK_INTERVAL) {
        fuzzer.finish_untouched_match();
        eprintln!("{} requests\n{}", fuzzer.sent(), fuzzer.stats());
    }
    if fuzzer.sent().is_multiple_of(SERVER_RESTART_INTERVAL) {
        fuzzer.restart();
    }
});

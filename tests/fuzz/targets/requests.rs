//! Every request of the contract, sent to a server in this process.
#![no_main]

use std::sync::Mutex;

use botwerk_tests::fuzz::Requests;

/// Requests after which an honest match must still come to its end.
const HONEST: u64 = 2_000;

/// Requests after which a new server takes over; all matches are kept in memory.
const SERVER: u64 = 20_000;

static REQUESTS: Mutex<Option<Requests>> = Mutex::new(None);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut requests = REQUESTS.lock().unwrap();
    let requests = requests.get_or_insert_default();
    requests.send(bytes);
    if requests.sent().is_multiple_of(HONEST) {
        requests.finish_honest_match();
        eprintln!("{} requests\n{}", requests.sent(), requests.tally());
    }
    if requests.sent().is_multiple_of(SERVER) {
        requests.restart();
    }
});

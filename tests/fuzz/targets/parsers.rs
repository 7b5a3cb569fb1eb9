//! Text parsers of every game.
#![no_main]

use botwerk_tests::fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::parsers(bytes));

//! Records of which one field was changed.
#![no_main]

use botwerk_tests::fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::forgeries(bytes));

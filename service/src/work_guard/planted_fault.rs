//! Faults that tests plant in a server, in debug builds only.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;
use std::{env, fs, hint, process, thread};

use super::work_mark;

/// The variable with the file of a planted fault.
const VARIABLE: &str = "BOTWERK_PLANTED_FAULT";

/// Fails if a fault is planted at this step of what the calling thread works on. The file of the fault has one line:
/// how to fail (`abort`, `loop`, `grow` or `panic`), the step, and the name of the match or tournament. `wait` is no
/// failure: the step takes until the file is removed.
///
/// # Panics
/// Panics if that is planted.
pub(crate) fn fault_point(step: &str) {
    static FILE: OnceLock<Option<PathBuf>> = OnceLock::new();
    let file = FILE.get_or_init(|| env::var_os(VARIABLE).map(PathBuf::from));
    let Some(file) = file else {
        return;
    };
    let planted = fs::read_to_string(file).unwrap_or_default();
    let [failure, planted_step, name] = planted.split_whitespace().collect::<Vec<_>>()[..] else {
        return;
    };
    if planted_step == step && is_working_on(name) {
        if failure == "wait" {
            while file.exists() {
                thread::sleep(Duration::from_millis(5));
            }
            return;
        }
        fail(failure);
    }
}

fn is_working_on(name: &str) -> bool {
    let Some(slot) = work_mark::current() else {
        return false;
    };
    let mut text = [0; 192];
    let length = slot.copy_text(&mut text);
    String::from_utf8_lossy(&text[..length]).contains(name)
}

fn fail(failure: &str) {
    match failure {
        "abort" => process::abort(),
        "loop" => loop {
            hint::spin_loop();
        },
        "grow" => {
            let mut taken = Vec::new();
            loop {
                taken.push(vec![7_u8; 1 << 20]);
                hint::black_box(&taken);
                thread::sleep(Duration::from_micros(200));
            }
        }
        _ => panic!("planted"),
    }
}

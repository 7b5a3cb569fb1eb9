//! The program `botwerk`.

fn main() {}

//! Cycles of small crates that are written for the test.

use std::fs;

use super::*;

/// Returns the cycles of a crate of these files, modules joined by blanks.
fn cycles(files: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let graph = ModuleGraph::read(&folder.path().join("lib.rs"));
    let cycles = graph.cycles();
    let cycles = cycles.iter().map(|cycle| cycle.iter().copied());
    cycles
        .map(|cycle| cycle.collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn siblings_that_use_each_other_are_a_cycle() {
    let root = ("lib.rs", "mod a; mod b; mod c;");
    let a = ("a.rs", "use crate::b::B; pub struct A(B);");
    let b = ("b.rs", "pub struct B; fn f() { super::a::g(); }");
    let c = ("c.rs", "use crate::a::A; pub struct C(A);");
    assert_eq!(cycles(&[root, a, b, c]), ["a b"]);
    let b = ("b.rs", "pub struct B;");
    assert_eq!(cycles(&[root, a, b, c]), [""; 0]);
}

#[test]
fn re_exports_are_followed_to_the_definition() {
    let root = ("lib.rs", "mod a; mod b; pub use a::A; pub use b::{B, b};");
    let a = ("a.rs", "use crate::B; pub struct A(B);");
    let b = ("b.rs", "pub struct B; pub fn b() {}");
    assert_eq!(cycles(&[root, a, b]), [""; 0]);
    let back = ("b.rs", "pub struct B; pub fn b() -> super::A { todo!() }");
    assert_eq!(cycles(&[root, a, back]), ["a b"]);
}

#[test]
fn a_parent_whose_item_its_child_uses_must_not_use_the_child() {
    let root = ("lib.rs", "mod a;");
    let child = ("a/b.rs", "use super::Limit; pub fn f(_: Limit) {}");
    let declares = ("a/mod.rs", "mod b; pub use b::f; pub struct Limit;");
    assert_eq!(cycles(&[root, declares, child]), [""; 0]);
    let calls = (
        "a/mod.rs",
        "mod b; pub use b::f; pub struct Limit; fn g() { f(Limit) }",
    );
    assert_eq!(cycles(&[root, calls, child]), ["a a::b"]);
    let imports = ("a/mod.rs", "mod b; use b::f; pub struct Limit;");
    assert_eq!(cycles(&[root, imports, child]), ["a a::b"]);
}

#[test]
fn macros_and_inline_modules_are_read_and_unit_tests_are_not() {
    let root = ("lib.rs", "mod a; mod b;");
    let a = (
        "a.rs",
        "pub struct A; fn f() { println!(\"{}\", crate::b::VALUE) }",
    );
    let b = (
        "b.rs",
        "pub const VALUE: u8 = 1; mod inner { use super::super::a::A; }",
    );
    assert_eq!(cycles(&[root, a, b]), ["a b"]);
    let b = (
        "b.rs",
        "pub const VALUE: u8 = 1; #[cfg(test)] mod tests { use crate::a::A; }",
    );
    assert_eq!(cycles(&[root, a, b]), [""; 0]);
}

#[test]
fn a_restricted_visibility_is_not_a_use() {
    let root = ("lib.rs", "mod a;");
    let a = ("a/mod.rs", "mod b; use b::B; pub struct A(B);");
    let b = ("a/b.rs", "pub(in crate::a) struct B;");
    assert_eq!(cycles(&[root, a, b]), [""; 0]);
}

//! `botwerk-lab net`: matches for training and measuring nets of `minimax`.

use std::fs;

use crate::run;

const NET: &str = "../../agents/src/netzwerk/minimax/evaluator/netzwerk.net";

const PLAY: [&str; 8] = [
    "net",
    "samples",
    "--matches",
    "6",
    "--nodes",
    "200",
    "--seed",
    "7",
];

#[test]
fn samples_are_the_same_by_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, two, other) = (file("one"), file("two"), file("other"));
    let text = run(&[&PLAY[..], &["--out", &one]].concat()).good();
    let size = fs::metadata(&one).unwrap().len();
    assert!(size > 28 * 20 && size % 28 == 0, "{size}");
    assert_eq!(text, format!("6 matches, {} samples\n", size / 28));
    let told = ["--net", NET, "--threads", "2", "--out", &two, "--json"];
    let told = run(&[&PLAY[..], &told].concat()).good_json();
    assert_eq!(told[0]["samples"], size / 28);
    assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap());
    run(&[&PLAY[..7], &["8", "--out", &other]].concat()).good();
    assert_ne!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
    let values = run(&["net", "values", "--net", NET, "--samples", &one]).good();
    assert_eq!(values.lines().count() as u64, size / 28);
}

#[test]
fn net_of_the_agent_plays_against_others() {
    let play = [
        "net",
        "match",
        "--net",
        NET,
        "--nodes",
        "300",
        "--openings",
        "4",
    ];
    let text = run(&[&play[..], &["--against", "random"]].concat()).good();
    assert!(text.starts_with("against random: 100.0 % ("), "{text}");
    let two = ["--threads", "2", "--json"];
    let both = [&["--threads", "1", "--json"], &two]
        .map(|threads| run(&[&play[..], threads].concat()).good_json());
    assert_eq!(both[0], both[1]);
    assert_eq!(both[0][0]["against"], "minimax:evaluator=linear,nodes=300");
}

#[test]
fn mistakes_are_told() {
    let out = ["--out", "/nowhere/samples"];
    run(&[&PLAY[..], &out].concat()).failed(2, "/nowhere/samples");
    let no_net = ["net", "match", "--net", "Cargo.toml"];
    run(&no_net).failed(2, "Cargo.toml: expected a net of ");
    let unknown = ["net", "match", "--net", NET, "--against", "maximin"];
    run(&unknown).failed(2, "maximin");
    let samples = ["net", "values", "--net", NET, "--samples", "Cargo.toml"];
    run(&samples).failed(2, "Cargo.toml: expected samples of 28 bytes each");
}

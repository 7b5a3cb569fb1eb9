//! `dataset` and `tournament export --parquet`: Parquet files of matches and decisions.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, UInt8Type, UInt32Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use botwerk_client::RecordFile;
use botwerk_lanes::{RecordedDecisions, recorded_decisions};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::{record_match, run};

/// Short matches of every game: the name, options and players.
const MATCHES: [(&str, &[&str], &str); 4] = [
    ("micro-robots", &["chips_to_win=2"], "human"),
    ("netzwerk", &["width=3", "ranks=4"], "greedy"),
    ("droids", &["round_cap=3"], "random"),
    ("ricochet", &["round_cap=2"], "random"),
];

/// Plays a match and returns the file of its record.
fn record(folder: &Path, name: &str, seed: &str) -> String {
    let (game, options, agent) = MATCHES.iter().find(|it| it.0 == name).unwrap();
    let file = folder.join(format!("{game}-{seed}.bwr"));
    let file = file.to_str().unwrap().to_owned();
    let options = options.iter().flat_map(|option| ["--option", option]);
    let more: Vec<_> = options.chain(["--seed", seed]).collect();
    record_match(&file, game, &[agent, agent], &more).good();
    file
}

/// Returns the rows of a Parquet file, and the JSON of a key of its metadata.
fn read(path: &Path, key: &str) -> (RecordBatch, Value) {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    let schema = builder.schema().clone();
    let value = schema
        .metadata()
        .get(key)
        .map(|text| serde_json::from_str(text).unwrap());
    let reader = builder.with_batch_size(1 << 20).build().unwrap();
    let batches: Vec<_> = reader.map(Result::unwrap).collect();
    assert_eq!(batches.len(), 1);
    (
        batches.into_iter().next().unwrap(),
        value.unwrap_or_default(),
    )
}

/// Compares rows from `start` on with the decisions of a record.
fn assert_rows(table: &RecordBatch, start: usize, expected: &RecordedDecisions) {
    let rows = start..start + expected.rows;
    let column = |name: &str| table.column_by_name(name).unwrap();
    assert_eq!(
        column("seq").as_primitive::<UInt64Type>().values()[rows.clone()],
        expected.seqs
    );
    assert_eq!(
        column("player").as_primitive::<UInt8Type>().values()[rows.clone()],
        expected.players
    );
    assert_eq!(
        column("turn").as_primitive::<UInt32Type>().values()[rows.clone()],
        expected.turns
    );
    assert_eq!(
        column("action").as_primitive::<UInt32Type>().values()[rows.clone()],
        expected.actions
    );
    assert_eq!(
        column("effort").as_primitive::<UInt64Type>().values()[rows.clone()],
        expected.efforts
    );
    assert_eq!(
        column("return").as_primitive::<Float32Type>().values()[rows.clone()],
        expected.returns
    );
    let observations = column("observation").as_fixed_size_binary();
    let legal = column("legal_actions").as_list::<i32>();
    for (at, row) in rows.enumerate() {
        let length = expected.observation_len;
        assert_eq!(
            observations.value(row),
            &expected.observations[at * length..][..length]
        );
        let numbers = legal.value(row);
        let bounds = expected.legal_starts[at]..expected.legal_starts[at + 1];
        assert_eq!(
            numbers.as_primitive::<UInt32Type>().values()[..],
            expected.legal_actions[bounds]
        );
    }
}

#[test]
fn dataset_has_the_decisions_of_records_of_every_game() {
    for (game, ..) in MATCHES {
        let folder = tempdir().unwrap();
        let records = folder.path().join("records");
        fs::create_dir(&records).unwrap();
        let files = ["1", "2"].map(|seed| record(&records, game, seed));
        let parquet = folder.path().join("decisions.parquet");
        let path = parquet.to_str().unwrap();
        let printed = run(&[
            "dataset",
            "--json",
            "--parquet",
            path,
            records.to_str().unwrap(),
        ]);
        let decisions = files
            .each_ref()
            .map(|file| recorded_decisions(RecordFile::load(file).unwrap().record()).unwrap());
        let rows: usize = decisions.iter().map(|it| it.rows).sum();
        let expected = json!({"file": path, "matches": 2, "decisions": rows});
        assert_eq!(printed.good_json(), [expected]);
        let (table, name) = read(&parquet, "botwerk.game");
        assert_eq!((table.num_rows(), name), (rows, json!(game)));
        let mut start = 0;
        for (index, (decisions, file)) in decisions.iter().zip(&files).enumerate() {
            assert!(decisions.rows > 0);
            assert_rows(&table, start, decisions);
            let name = table.column_by_name("record").unwrap().as_string::<i32>();
            assert_eq!(name.value(start), file);
            let matches = table.column_by_name("match").unwrap();
            assert_eq!(
                matches.as_primitive::<UInt64Type>().value(start),
                index as u64
            );
            start += decisions.rows;
        }
        let fields = read(&parquet, "botwerk.observation_fields").1;
        let length = decisions[0].observation_len;
        assert_eq!(fields.as_array().unwrap().last().unwrap()["end"], length);
    }
}

#[test]
fn unusable_records_leave_no_file() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let parquet = path("decisions.parquet");
    let netzwerk = record(folder.path(), "netzwerk", "1");
    let dataset = |files: &[&str]| run(&[&["dataset", "--parquet", &*parquet], files].concat());
    dataset(&[&path("nothing.bwr")]).failed(2, "nothing.bwr");
    fs::create_dir(path("empty")).unwrap();
    let run_on_empty = dataset(&[&path("empty")]);
    assert_eq!((run_on_empty.code, run_on_empty.stdout.as_str()), (2, ""));
    assert!(run_on_empty.stderr.contains("no record (*.bwr)"));
    let droids = record(folder.path(), "droids", "1");
    dataset(&[&netzwerk, &droids]).failed(2, "expected netzwerk with 2 players");
    let text = fs::read_to_string(&netzwerk).unwrap();
    let lines: Vec<_> = text.split_inclusive('\n').take(5).collect();
    let without_end = lines.concat();
    let incomplete = path("incomplete.bwr");
    fs::write(&incomplete, without_end).unwrap();
    let cut = dataset(&[&netzwerk, &incomplete]);
    assert!(cut.stderr.contains("has not ended"), "{}", cut.stderr);
    fs::write(path("text.bwr"), "no record\n").unwrap();
    dataset(&[&path("text.bwr")]).failed(1, "text.bwr");
    let left: Vec<PathBuf> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() && path.extension().is_none_or(|it| it != "bwr"))
        .collect();
    assert_eq!(left, Vec::<PathBuf>::new());
    run(&["dataset", "--parquet", "/proc/nothing/a.parquet", &netzwerk])
        .failed(2, "/proc/nothing/a.parquet");
}

#[test]
fn exported_tournament_has_typed_matches_and_all_decisions() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("cup.toml");
    let text = "name = \"cup\"\ngame = \"netzwerk\"\n[options]\nwidth = 3\nranks = 4\n\
                [format]\nkind = \"round-robin\"\ncycles = 2\n\
                [[entrant]]\nagent = \"greedy\"\n[[entrant]]\nagent = \"random\"\n";
    fs::write(&file, text).unwrap();
    run(&["tournament", "run", file.to_str().unwrap()]).good();
    let db = folder.path().join("cup.db");
    let out = folder.path().join("export");
    let arguments = ["--db", db.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let printed = run(&[
        &["--json", "tournament", "export", "--parquet"],
        &arguments[..],
    ]
    .concat());
    let printed = printed.good_json();
    let files = json!([
        "matches.csv",
        "standings.json",
        "standings.csv",
        "matches.parquet",
        "decisions.parquet"
    ]);
    assert_eq!(printed[0]["files"], files);
    let (matches, _) = read(&out.join("matches.parquet"), "");
    let mut csv = csv::Reader::from_path(out.join("matches.csv")).unwrap();
    let header: Vec<String> = csv.headers().unwrap().iter().map(str::to_owned).collect();
    let names: Vec<_> = matches
        .schema()
        .fields()
        .iter()
        .map(|it| it.name().clone())
        .collect();
    assert_eq!(names, header);
    let rows: Vec<_> = csv.records().map(Result::unwrap).collect();
    assert_eq!(matches.num_rows(), rows.len());
    let places = matches
        .column_by_name("place_0")
        .unwrap()
        .as_primitive::<UInt64Type>();
    let at = header.iter().position(|name| name == "place_0").unwrap();
    for (row, cells) in rows.iter().enumerate() {
        assert_eq!(places.value(row).to_string(), cells[at]);
        assert!(
            matches
                .column_by_name("rated")
                .unwrap()
                .as_boolean()
                .value(row)
        );
    }
    assert_eq!(
        matches
            .column_by_name("termination_0")
            .unwrap()
            .null_count(),
        rows.len()
    );
    let (decisions, _) = read(&out.join("decisions.parquet"), "");
    let indexes = decisions
        .column_by_name("match")
        .unwrap()
        .as_primitive::<UInt64Type>();
    let mut start = 0;
    for (index, cells) in rows.iter().enumerate() {
        let name = &cells[header.iter().position(|name| name == "record").unwrap()];
        let record = RecordFile::load(out.join(name)).unwrap();
        let expected = recorded_decisions(record.record()).unwrap();
        assert_rows(&decisions, start, &expected);
        assert_eq!(indexes.value(start), index as u64);
        start += expected.rows;
    }
    assert_eq!(decisions.num_rows(), start);
}

//! Tests of the command `year`.

use crate::run;

#[test]
fn small_year_loses_no_result_and_exceeds_no_quota() {
    let arguments = [
        "--json",
        "year",
        "--owners",
        "3",
        "--bots",
        "6",
        "--matches",
        "600",
        "--months",
        "2",
        "--samples",
        "16",
        "--calls",
        "2",
        "--check",
        "--seed",
        "ci",
    ];
    let lines = run(&arguments).good_json();
    let (end, months) = lines.split_last().unwrap();
    assert_eq!(months.len(), 3, "{lines:?}");
    assert_eq!(end["lost_results"], 0, "{lines:?}");
    assert_eq!(end["exceeded_quotas"], 0, "{lines:?}");
    // Every record can be replayed, and every sum is that of its results.
    assert_eq!(end["faults"], 0, "{lines:?}");
    let matches: Vec<u64> = months
        .iter()
        .map(|month| month["matches"].as_u64().unwrap())
        .collect();
    assert!(
        matches[0] >= 46 && matches.is_sorted() && matches[2] >= 138,
        "{lines:?}"
    );
    for month in months {
        assert!(month["kills"].as_u64() >= Some(1), "{month}");
        assert!(month["full_disks"].as_u64() >= Some(1), "{month}");
        assert!(month["rejected_by_quotas"].as_u64() > Some(0), "{month}");
        assert!(month["commit_p99_seconds"].as_f64() > Some(0.0), "{month}");
        assert!(month["takeover_seconds"].as_f64() > Some(0.0), "{month}");
        assert!(
            month["longest_call_seconds"]["report"].as_f64() > Some(0.0),
            "{month}"
        );
    }
}

#[test]
fn year_of_too_few_bots_or_with_a_used_file_is_rejected() {
    run(&["year", "--owners", "5", "--bots", "4"])
        .failed(2, "--bots: expected at least --owners (5), found 4");
    let used = tempfile::NamedTempFile::new().unwrap();
    let file = used.path().to_str().unwrap();
    run(&["year", "--db", file]).failed(2, "the file exists; name a new one");
}

//! The disk as programs see it, through the kernel.
//!
//! Without /dev/fuse the tests are skipped, unless `BOTWERK_REQUIRE_FUSE` is set.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use botwerk_engine::{RootSeed, StableRng};
use tempfile::TempDir;

use super::SimulatedDisk;

fn mount() -> Option<(SimulatedDisk, TempDir)> {
    if !Path::new("/dev/fuse").exists() {
        let required = std::env::var_os("BOTWERK_REQUIRE_FUSE").is_some();
        assert!(!required, "expected /dev/fuse");
        eprintln!("skipped: requires /dev/fuse");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let disk = SimulatedDisk::mount(&folder.path().join("disk")).unwrap();
    Some((disk, folder))
}

fn rng(seed: u64) -> StableRng {
    RootSeed::from_text(&seed.to_string()).rng()
}

fn write(path: &Path, text: &str) -> File {
    let mut file = File::create(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

#[test]
fn synced_files_and_names_survive_power_cuts_and_others_can_be_lost() {
    let Some((mut disk, _folder)) = mount() else {
        return;
    };
    let folder = disk.folder().to_owned();
    let mut lost_files = 0;
    let mut lost_writes = 0;
    for seed in 0..20 {
        write(&folder.join("synced"), "durable").sync_all().unwrap();
        fs::rename(folder.join("synced"), folder.join("renamed")).unwrap();
        File::open(&folder).unwrap().sync_all().unwrap();
        let mut file = File::options()
            .append(true)
            .open(folder.join("renamed"))
            .unwrap();
        file.write_all(b" and more").unwrap();
        drop(file);
        drop(write(&folder.join("unsynced"), "x"));
        disk.restart(&mut rng(seed)).unwrap();
        let text = fs::read_to_string(folder.join("renamed")).unwrap();
        assert!(text.starts_with("durable"), "{text:?}");
        assert!(!folder.join("synced").exists());
        lost_writes += u32::from(text == "durable");
        lost_files += u32::from(!folder.join("unsynced").exists());
        for name in ["renamed", "unsynced"] {
            let _ = fs::remove_file(folder.join(name));
        }
        File::open(&folder).unwrap().sync_all().unwrap();
    }
    assert!(
        (1..20).contains(&lost_writes) && (1..20).contains(&lost_files),
        "{lost_writes} {lost_files}"
    );
}

#[test]
fn files_are_read_resized_and_listed_as_on_any_disk() {
    let Some((disk, other)) = mount() else {
        return;
    };
    let folder = disk.folder();
    let path = folder.join("file");
    let file = write(&path, "0123456789");
    file.set_len(4).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"0123");
    file.set_len(6).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"0123\0\0");
    fs::create_dir(folder.join("logs")).unwrap();
    drop(write(&folder.join("logs/a"), "a"));
    fs::remove_dir(folder.join("logs")).unwrap_err();
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["file", "logs"]);
    disk.copy_files(other.path()).unwrap();
    let copied = fs::read(other.path().join("file")).unwrap();
    assert_eq!(copied, b"0123\0\0");
}

#[test]
fn sync_takes_its_time_and_fails_if_the_power_is_cut_in_the_meantime() {
    let Some((mut disk, _folder)) = mount() else {
        return;
    };
    let delay = Duration::from_millis(30);
    disk.set_sync_delay(delay);
    let path = disk.folder().join("file");
    let file = write(&path, "first");
    let started = Instant::now();
    file.sync_all().unwrap();
    assert!(started.elapsed() >= delay);
    // Nothing that was not synced survives this: the sync is never over in time.
    disk.set_sync_delay(Duration::from_secs(2));
    (&file).write_all(b" second").unwrap();
    std::thread::scope(|scope| {
        let syncing = scope.spawn(|| file.sync_data());
        std::thread::sleep(Duration::from_millis(100));
        disk.switch_off();
        assert!(syncing.join().unwrap().is_err());
    });
    drop(file);
    disk.restart(&mut rng(1)).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(["first", "first second"].contains(&&*text), "{text:?}");
}

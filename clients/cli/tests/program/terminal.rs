//! `play` and `watch` on a pseudo terminal, as people see them.
#![cfg(unix)]

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use botwerk_tests::{
    SeatStream, TestServer, create_match, micro_robots, open_seat, solve_race, wait_until_blocking,
};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::{command, run};

/// The program on a terminal of its own.
struct PseudoTerminal {
    child: Child,
    keyboard: File,
    screen: Arc<Mutex<String>>,
    /// Reads what is printed; ends with the program.
    reader: JoinHandle<()>,
}

impl PseudoTerminal {
    fn start(arguments: &[&str]) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let open = || {
            let mut options = OpenOptions::new();
            options
                .read(true)
                .write(true)
                .open(name.to_str().unwrap())
                .unwrap()
        };
        let mut command = command(arguments);
        command
            .stdin(Stdio::from(open()))
            .stdout(Stdio::from(open()))
            .stderr(Stdio::from(open()));
        let child = command.env_remove("NO_COLOR").spawn().unwrap();
        let keyboard = File::from(master);
        let screen = Arc::new(Mutex::new(String::new()));
        let (mut reader, shown) = (keyboard.try_clone().unwrap(), Arc::clone(&screen));
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Reading fails once the program has ended.
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                shown
                    .lock()
                    .unwrap()
                    .push_str(&String::from_utf8_lossy(&bytes[..count]));
            }
        });
        Self {
            child,
            keyboard,
            screen,
            reader,
        }
    }

    fn screen(&self) -> String {
        self.screen.lock().unwrap().clone()
    }

    /// Waits until a text was printed the given number of times.
    fn wait_for(&self, text: &str, times: usize) {
        wait_until_blocking(text, || self.screen().matches(text).count() >= times);
    }

    fn type_line(&mut self, line: &str) {
        self.keyboard
            .write_all(format!("{line}\n").as_bytes())
            .unwrap();
    }

    fn end(mut self) -> String {
        assert!(self.child.wait().unwrap().success(), "{}", self.screen());
        self.reader.join().unwrap();
        Arc::try_unwrap(self.screen).unwrap().into_inner().unwrap()
    }
}

#[test]
fn person_plays_on_a_terminal() {
    let play = ["play", "--game", "netzwerk", "--opponent", "random"];
    let mut terminal = PseudoTerminal::start(&play);
    terminal.wait_for("your turn:", 1);
    terminal.type_line("b2-b4");
    terminal.wait_for("White moves robots, b4 from b2", 1);
    terminal.type_line("undo");
    terminal.wait_for("your turn:", 3);
    terminal.type_line("d2-d4 / .");
    terminal.wait_for("Black (random): ", 1);
    terminal.wait_for("your turn:", 4);
    terminal.type_line("quit");
    let screen = terminal.end();
    // Colours are escape sequences on a terminal.
    assert!(screen.contains("\x1b[97mw\x1b[0m"), "{screen}");
    assert!(
        screen.contains("You lose: White has left (NW-30)."),
        "{screen}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watch_redraws_the_board_on_a_terminal_only() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat()], &[("chips_to_win", "1")]);
    let created = create_match(&client, request).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    let address = server.address();
    let watch = ["watch", "--server", &address, &created.name];
    let terminal = PseudoTerminal::start(&watch);
    terminal.wait_for("all seats search", 1);
    let solution = solve_race(race.view.as_ref().unwrap());
    first.submit(&race, &solution.say()).await;
    let show = first.request().await;
    terminal.wait_for("seat 0 shows", 1);
    first.submit(&show, &solution.show()).await;
    first.over().await;
    let screen = terminal.end();
    // The board and its two lines below are erased before the next ones are drawn.
    assert!(screen.matches("\x1b[8A\x1b[J").count() >= 1, "{screen}");
    assert!(
        screen.contains("Seat 0 wins: seat 0 has won a chip (MR-26)."),
        "{screen}"
    );
    let piped = tokio::task::spawn_blocking(move || {
        run(&["watch", "--server", &address, &created.name]).good()
    });
    let piped = piped.await.unwrap();
    assert!(!piped.contains('\x1b'), "{piped}");
    assert!(
        piped.contains(&format!("seat 0: {}\n", solution.say())),
        "{piped}"
    );
    assert!(
        piped.contains("Seat 0 wins: seat 0 has won a chip (MR-26)."),
        "{piped}"
    );
}

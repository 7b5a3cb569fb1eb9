//! Submissions of a player while strangers flood the server with every kind of call.

use botwerk_client::{Client, proto};
use botwerk_command::failure::Failure;
use botwerk_engine::GameId;
use botwerk_tests::{FloodCall, FloodTargets};

use super::attack::{Attack, AttackContext, at_most, information};
use super::raw_call::RawCall;
use super::stranger;
use crate::bench::flood::{CALLERS, Flood, Player};
use crate::bench::reopen::{percentile_99, play_matches};
use crate::bench::server::block_on_this_thread;

/// Ended matches that calls refer to.
const ENDED_MATCHES: u64 = 64;

/// Share of the duration for which each kind of call is made.
const SHARE: u32 = 20;

pub(super) const ATTACK: Attack = Attack {
    name: "floods",
    about: "Submissions of a player while 8 callers make one kind of call after the other, all kinds in turn: the 99th \
            percentile under the worst kind against the quiet one",
    figures: &[
        at_most("floods-worst-ratio", "times", 3.0),
        information("floods-quiet-p99", "µs"),
        information("floods-worst-p99", "µs"),
        information("floods-flags", "flags"),
    ],
    run,
};

fn run(context: &AttackContext) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let server = context.start_server(&folder.path().join("strangers.db"), &[])?;
    let address = server.address();
    block_on_this_thread(async {
        let client = Client::connect(address).await?;
        let ended = play_matches(&client, context.scaled(ENDED_MATCHES, 2) as usize).await?;
        let record = client.record(&ended[0]).await?;
        let targets = FloodTargets { ended, record };
        let mut player = Player::join(client).await?;
        let time = context.duration / SHARE;
        // The first submissions warm up.
        player.submit(time / 2).await?;
        let quiet = percentile_99(player.submit(time * 2).await?);
        let mut worst = 0.0_f64;
        for kind in FloodKind::all() {
            let flood = kind.start(address, &targets)?;
            let flooded = percentile_99(player.submit(time).await?);
            drop(flood);
            eprintln!("{}: {:.2} times", kind.name(), flooded / quiet);
            worst = worst.max(flooded);
        }
        Ok(vec![worst / quiet, quiet, worst, player.flags() as f64])
    })
}

/// A kind of call of the flood.
enum FloodKind {
    Shared(FloodCall),
    Raw(&'static str, RawCall),
}

impl FloodKind {
    /// Returns all kinds. What creates something comes last.
    fn all() -> Vec<Self> {
        let small_board = [("ranks", "3"), ("opening_turns", "10")];
        let small_board = proto::CreatePositionRequest {
            setup: Some(proto::GameSetup {
                game: GameId::NETZWERK.name().into(),
                options: small_board.map(option).to_vec(),
                seats: 2,
            }),
            ..Default::default()
        };
        let method = "/botwerk.v1.RulesService/CreatePosition";
        let small_board = RawCall::new(method, &small_board);
        let raw = Self::Raw("NewPosition of three ranks", small_board);
        let shared = FloodCall::ALL.into_iter().map(Self::Shared);
        std::iter::once(raw).chain(shared).collect()
    }

    fn name(&self) -> String {
        match self {
            Self::Shared(call) => format!("{call:?}"),
            Self::Raw(name, _) => (*name).to_owned(),
        }
    }

    fn start(&self, address: &str, targets: &FloodTargets) -> Result<Flood, Failure> {
        match self {
            Self::Shared(call) => {
                let (call, to, targets) = (*call, address.to_owned(), targets.clone());
                Flood::start(CALLERS, move || {
                    let (to, targets) = (to.clone(), targets.clone());
                    async move {
                        // A server that no longer answers shows in the submissions.
                        let Ok(client) = stranger::client(&to).await else {
                            return;
                        };
                        while call.send(&client, &targets).await.is_ok() {}
                    }
                })
            }
            Self::Raw(_, call) => {
                let (call, to) = (call.clone(), address.to_owned());
                Flood::start(CALLERS, move || call.clone().repeat(to.clone()))
            }
        }
    }
}

fn option((name, value): (&str, &str)) -> proto::GameOption {
    proto::GameOption {
        name: name.into(),
        value: value.into(),
    }
}

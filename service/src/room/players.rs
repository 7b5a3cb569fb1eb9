//! Bundled players: their decisions run on the search threads.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use botwerk_agents::{Agent, AgentSpec, Budget, Choice, Limits, Request};
use botwerk_engine::record::Header;
use botwerk_engine::{Game, RootSeed, Seat};

use super::clock::Stamp;
use super::mailbox::Mailbox;
use super::seat::Search;
use crate::error::Error;
use crate::pool::Pool;
use crate::wire::Wire;

/// What comes back from a search thread.
pub(super) enum Word<G: Game> {
    /// A thread has begun to search; the seat's time runs from here.
    Begun { seat: Seat, turn: u32, at: Stamp },
    /// The player has decided.
    Chosen {
        seat: Seat,
        turn: u32,
        nanos: u64,
        choice: Choice<G::Action>,
        agent: Box<dyn Agent<G>>,
    },
    /// The pause is over that a player asked for.
    Due {
        seat: Seat,
        turn: u32,
        nanos: u64,
        choice: Choice<G::Action>,
    },
    /// The player panicked.
    Crashed { seat: Seat },
}

/// What a player is asked.
pub(super) struct Question<G: Game> {
    /// What the seat may know.
    pub(super) view: G::View,
    /// What it could know at every position that counts for repetition.
    pub(super) earlier: Vec<G::View>,
    pub(super) seat: Seat,
    /// The number of the request.
    pub(super) turn: u32,
}

/// How much the match lets a decision cost; the player's settings may ask for less.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allotment {
    pub(super) nodes: Option<u64>,
    /// Nanoseconds from the start of the search.
    pub(super) nanos: Option<u64>,
}

/// The bundled players of a room.
pub(super) struct Players<G: Game> {
    /// The player of each seat; away while it searches, and for good after a crash.
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    /// What each seat's settings ask for; `None` for a seat without a player.
    limits: Vec<Option<Limits>>,
    words: Arc<Mailbox<Word<G>>>,
    seed: RootSeed,
}

impl<G: Wire> Players<G> {
    /// The players that a header names.
    pub(super) fn new(header: &Header, seed: RootSeed) -> Result<Self, Error> {
        let mut agents = Vec::new();
        let mut limits = Vec::new();
        for seat in &header.seats {
            let spec = seat.agent.as_ref().map(|text| text.parse::<AgentSpec>());
            let spec = spec.transpose()?;
            agents.push(spec.as_ref().map(G::agent).transpose()?);
            limits.push(spec.as_ref().map(G::limits).transpose()?);
        }
        Ok(Self {
            agents,
            limits,
            words: Arc::default(),
            seed,
        })
    }

    /// Where their words come out.
    pub(super) fn words(&self) -> &Mailbox<Word<G>> {
        &self.words
    }

    /// Lets the player of a seat decide; `None` while it is still busy with something older.
    ///
    /// The search's flag is set just before the time of the decision is measured: as long as it is
    /// not, the player will be found to have taken longer than until now.
    pub(super) fn ask(
        &mut self,
        pool: &Pool,
        game: &G,
        question: Question<G>,
        allotment: Allotment,
    ) -> Option<Search> {
        let Question {
            view,
            earlier,
            seat,
            turn,
        } = question;
        let mut agent = self.agents[seat.index()].take()?;
        let own = self.limits[seat.index()].and_then(|limits| limits.time);
        let own = own.map(|time| time.as_nanos() as u64);
        let nanos = allotment.nanos.into_iter().chain(own).min();
        let search = Search::default();
        let (finishing, stop) = (Arc::clone(&search.finishing), Arc::clone(&search.stop));
        let (game, seed, words) = (game.clone(), self.seed, Arc::clone(&self.words));
        pool.run(move || {
            let fallen = Fallen {
                words: Some(words),
                seat,
            };
            let at = Stamp::now();
            fallen.say(Word::Begun { seat, turn, at });
            let request = Request {
                game: &game,
                view: &view,
                earlier: &earlier,
                seat,
                turn,
                seed,
            };
            let until = nanos.map(|nanos| at.after_nanos(nanos));
            let should_stop =
                || stop.load(Ordering::Relaxed) || until.is_some_and(|until| Stamp::now() >= until);
            let budget = Budget {
                nodes: allotment.nodes,
                is_timed: until.is_some(),
                should_stop: &should_stop,
                ..Budget::UNLIMITED
            };
            let choice = agent.decide(&request, &budget, &mut |_| {});
            finishing.store(true, Ordering::SeqCst);
            let nanos = Stamp::now().nanos_since(at);
            fallen.stands(Word::Chosen {
                seat,
                turn,
                nanos,
                choice,
                agent,
            });
        });
        Some(search)
    }

    /// What the match's randomness comes from.
    pub(super) fn seed(&self) -> RootSeed {
        self.seed
    }

    /// Takes a player back that has decided.
    pub(super) fn give_back(&mut self, seat: Seat, agent: Box<dyn Agent<G>>) {
        self.agents[seat.index()] = Some(agent);
    }

    /// Keeps a choice until its pause is over.
    pub(super) fn say_later(&self, at: Stamp, word: Word<G>) {
        let words = Arc::clone(&self.words);
        tokio::spawn(async move {
            tokio::time::sleep_until(at.timer()).await;
            // The room may have closed meanwhile.
            let _ = words.put(word);
        });
    }
}

/// Says that a player has crashed unless told otherwise: a panic drops it on its way out.
struct Fallen<G: Game> {
    words: Option<Arc<Mailbox<Word<G>>>>,
    seat: Seat,
}

impl<G: Game> Fallen<G> {
    fn say(&self, word: Word<G>) {
        if let Some(words) = &self.words {
            // The room may have closed meanwhile.
            let _ = words.put(word);
        }
    }

    fn stands(mut self, word: Word<G>) {
        self.say(word);
        self.words = None;
    }
}

impl<G: Game> Drop for Fallen<G> {
    fn drop(&mut self) {
        self.say(Word::Crashed { seat: self.seat });
    }
}

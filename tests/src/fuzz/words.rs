//! Texts that mean something to a game, and texts made of them that may mean nothing.

use std::sync::OnceLock;

use arbitrary::{Result, Unstructured};
use botwerk_agents::{AgentSpec, Roster, arena};
use botwerk_engine::record::{
    EventLine, Header, OutcomeLine, Record, SeatHeader, SeedOrigin, TimeKind,
};
use botwerk_engine::{GameId, Options, Referee, RootSeed, Viewer, with_game};

/// What is put into a text in the middle.
const PIECES: [&str; 20] = [
    "0",
    "1",
    "-1",
    "25",
    "64",
    "255",
    "256",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "-",
    " ",
    ",",
    ":",
    "=",
    " ; ",
    " / ",
    "\n",
    "é",
    "\u{1f916}",
];

/// Changes of a text at most.
const EDITS: usize = 4;

/// What there is to say about a game.
#[derive(Debug)]
pub(super) struct GameWords {
    pub(super) id: GameId,
    /// Texts of every kind: positions, actions, options, players, seeds.
    pub(super) texts: Vec<String>,
    /// Positions of a match, from its start to its end.
    pub(super) positions: Vec<String>,
    /// Actions of its seats and of chance.
    pub(super) actions: Vec<String>,
    /// Names of options, and values of each.
    pub(super) options: Vec<String>,
    pub(super) values: Vec<String>,
    /// Names of bundled players.
    pub(super) players: Vec<String>,
    /// Records of matches between bundled players.
    pub(super) records: Vec<Record>,
}

/// The words of every game.
pub(super) fn games() -> &'static [GameWords] {
    static GAMES: OnceLock<Vec<GameWords>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let words = |id: &GameId| with_game!(*id, G => words_of::<G>());
        GameId::ALL.iter().map(words).collect()
    })
}

/// The words of one game.
pub(super) fn of(id: GameId) -> &'static GameWords {
    let words = games().iter().find(|words| words.id == id);
    words.unwrap()
}

/// A text: anything, a word, or a word that was changed.
pub(super) fn text(source: &mut Unstructured<'_>, words: &[String]) -> Result<String> {
    if words.is_empty() || source.ratio(1, 8)? {
        return source.arbitrary();
    }
    let mut text = source.choose(words)?.clone();
    for _ in 0..source.int_in_range(0..=EDITS)? {
        let chars = text.chars().count();
        let (from, to) = (place(source, chars)?, place(source, chars)?);
        let head: String = text.chars().take(from).collect();
        let tail: String = text.chars().skip(to).collect();
        let middle = match source.int_in_range(0..=3)? {
            0 => String::new(),
            1 => (*source.choose(&PIECES)?).to_owned(),
            2 => source.choose(words)?.clone(),
            _ => source.arbitrary::<char>()?.to_string(),
        };
        text = head + &middle + &tail;
    }
    Ok(text)
}

/// A place in a text of so many characters; near its beginning or its end as often as between.
fn place(source: &mut Unstructured<'_>, chars: usize) -> Result<usize> {
    let near = source.int_in_range(0..=chars.min(8))?;
    Ok(match source.int_in_range(0..=2)? {
        0 => near,
        1 => chars - near,
        _ => source.int_in_range(0..=chars)?,
    })
}

fn words_of<G: Roster>() -> GameWords {
    let spec = G::spec();
    let records: Vec<_> = (0..3).map(record::<G>).collect();
    let mut words = GameWords {
        id: spec.id,
        texts: vec![spec.id.name().to_owned()],
        positions: Vec::new(),
        actions: Vec::new(),
        options: spec.options.iter().map(|o| o.name.to_owned()).collect(),
        values: spec.options.iter().map(|o| o.default.to_owned()).collect(),
        players: G::roster().iter().map(|p| p.info.name.to_owned()).collect(),
        records: records.clone(),
    };
    for player in G::roster() {
        for setting in player.info.settings {
            let (name, setting, value) = (player.info.name, setting.name, setting.default);
            words.texts.push(format!("{name}:{setting}={value}"));
        }
    }
    for record in &records {
        words.texts.push(record.header.seed.clone());
        let options = Options::resolve(spec.options, record.header.options.iter()).unwrap();
        let game = G::new(record.header.seats.len(), options).unwrap();
        let mut referee = Referee::new(game, record.header.root_seed().unwrap());
        for line in record.events.iter().take(40) {
            words.see(&referee);
            words.actions.push(line.action.clone());
            let event = line.event(referee.game()).unwrap();
            referee.replay(&event).unwrap();
        }
        words.see(&referee);
    }
    let parts = [
        &words.positions,
        &words.actions,
        &words.options,
        &words.values,
        &words.players,
    ];
    let parts: Vec<_> = parts.into_iter().flatten().cloned().collect();
    words.texts.extend(parts);
    words.texts.sort();
    words.texts.dedup();
    words
}

impl GameWords {
    /// Writes down a position, and what is seen of it.
    fn see<G: Roster>(&mut self, referee: &Referee<G>) {
        let game = referee.game();
        self.positions.push(game.format_position(referee.state()));
        let view = referee.view(Viewer::Spectator);
        self.texts.push(game.format_view(&view));
    }
}

/// Nodes of a player of a match that is verified again and again.
const QUICK: u64 = 100;

/// A match of the bundled players, the `number`th of them and the next ones.
fn record<G: Roster>(number: usize) -> Record {
    let spec = G::spec();
    let game = G::new(
        spec.min_seats,
        Options::resolve(spec.options, [("", ""); 0]).unwrap(),
    )
    .unwrap();
    let seed = RootSeed::from_text(&number.to_string());
    let roster = G::roster();
    let players: Vec<AgentSpec> = (0..game.seats())
        .map(|seat| roster[(number + seat) % roster.len()].info.within(QUICK))
        .collect();
    let agent = |player: &AgentSpec| G::agent(player).unwrap();
    let mut agents: Vec<_> = players.iter().map(agent).collect();
    let mut events = Vec::new();
    let played = arena::play(&game, seed, &mut agents, &mut events);
    let seat = |player: &AgentSpec| SeatHeader {
        name: player.name.clone(),
        agent: Some(player.to_string()),
    };
    let seats = players.iter().map(seat).collect();
    let line = |(seq, event)| EventLine::new(&game, seq, event);
    Record {
        header: Header::new(&game, seats, seed, SeedOrigin::Given, TimeKind::Virtual),
        events: (1..).zip(&events).map(line).collect(),
        outcome: Some(OutcomeLine::from(&played.outcome)),
    }
}

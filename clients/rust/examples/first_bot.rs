//! Takes random legal actions in every game.

use std::hash::{BuildHasher, RandomState};

use botwerk_client::{Bot, BotError, Choice, ClientError, Options, View};

struct FirstBot;

impl Bot for FirstBot {
    fn choose(&mut self, _view: &View, legal: &[String]) -> Result<Choice, BotError> {
        let number = RandomState::new().hash_one(0) as usize; // a random one
        Ok(legal[number % legal.len()].as_str().into())
    }
}

fn main() -> Result<(), ClientError> {
    botwerk_client::run(|| FirstBot, Options::default())
}

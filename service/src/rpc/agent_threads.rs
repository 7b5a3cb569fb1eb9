//! The number of threads of one agent, which clients request with its settings.

use botwerk_agents::{AgentLimits, AgentSpec};
use botwerk_tournament::configuration::{Configuration, Player};

use crate::config::Config;
use crate::error::{Error, Reason};
use crate::new_match::NewMatch;

/// The maximum number of threads of one agent.
#[derive(Debug, Clone, Copy)]
pub(super) struct AgentThreadLimit(u64);

impl AgentThreadLimit {
    pub(super) fn new(config: &Config) -> Self {
        Self(config.max_threads_of_one_agent() as u64)
    }

    /// Checks the agents of a match.
    ///
    /// # Errors
    /// Returns an error that names the seat whose agent requests more threads.
    pub(super) fn check_match(self, new: &NewMatch) -> Result<(), Error> {
        let seats = new.seats.iter().enumerate();
        let mut agents = seats.filter_map(|(seat, new)| Some((seat, new.agent.as_ref()?)));
        agents.try_for_each(|(seat, agent)| self.check(&format!("seats[{seat}].agent"), agent))
    }

    /// Checks the agents of a tournament.
    ///
    /// # Errors
    /// Returns an error that names the entrant whose agent requests more threads.
    pub(super) fn check_tournament(self, configuration: &Configuration) -> Result<(), Error> {
        for (index, entrant) in configuration.entrants.iter().enumerate() {
            // Another text is no agent, which the configuration does not allow.
            if let Player::Agent(text) = &entrant.player
                && let Ok(agent) = text.parse()
            {
                self.check(&format!("entrant[{index}].player"), &agent)?;
            }
        }
        Ok(())
    }

    /// Checks the agent of a search, if the client has chosen one.
    ///
    /// # Errors
    /// Returns an error if the agent requests more threads.
    pub(super) fn check_search(self, agent: Option<&AgentSpec>) -> Result<(), Error> {
        agent.map_or(Ok(()), |agent| self.check("agent", agent))
    }

    fn check(self, field: &str, agent: &AgentSpec) -> Result<(), Error> {
        let (max, found) = (self.0, AgentLimits::requested_threads(agent));
        if found <= max {
            return Ok(());
        }
        let message = format!(
            "{field}: threads: expected at most {max}, the max_agent_threads of this server, found \
             {found}"
        );
        Err(Error::new(Reason::BadOptions, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limit_is_the_number_of_cores_unless_it_is_configured() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for (configured, max) in [(0, cores), (3, 3)] {
            let limit = AgentThreadLimit::new(&Config {
                max_agent_threads: configured,
                ..Config::default()
            });
            let check = |threads: usize| {
                let agent = format!("minimax:threads={threads}").parse().unwrap();
                limit.check_search(Some(&agent))
            };
            assert_eq!(check(max), Ok(()));
            let error = check(max + 1).unwrap_err();
            assert_eq!(error.reason, Reason::BadOptions);
            let expected = format!("at most {max}, the max_agent_threads");
            assert!(error.message.contains(&expected), "{error}");
            assert_eq!(limit.check_search(None), Ok(()));
        }
    }
}

//! Agents for every game with a race for routes.
//!
//! A game takes part by implementing [`RouteSearch`]; each agent is then one line of its roster.

mod anytime;
mod decision;
mod first_found;
mod human;
mod route_search;
mod shortest_route;
mod turn_value;

pub(crate) use anytime::Anytime;
pub(crate) use first_found::FirstFound;
pub(crate) use human::Human;
pub(crate) use route_search::{FoundRoute, RouteSearch};
pub(crate) use shortest_route::ShortestRoute;

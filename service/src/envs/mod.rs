//! Environments: lanes of matches in memory, which clients step together for learning.
//!
//! An environment belongs to the clients with its token. Its steps run on the threads for requests, one at a
//! time. [`Envs`] closes it if it is not used, or a step takes too long.

mod arrays;
mod batch;
mod environment;
mod registry;

pub(crate) use arrays::{LaneArrays, MaskFormat, OptionalArrays};
pub(crate) use batch::{Batch, BatchKind};
pub(crate) use environment::{Environment, lanes_error};
pub(crate) use registry::{EnvAccess, EnvLimits, Envs};

//! What a call needs from the page.

use botwerk_engine::RootSeed;

/// The page that makes a call.
pub trait Host: Sync {
    /// Fills the bytes with randomness, as from `crypto.getRandomValues`.
    fn fill_random(&self, bytes: &mut [u8]);

    /// Returns the milliseconds of a clock that never goes back, as `performance.now` does.
    fn now_millis(&self) -> f64;

    /// Returns `true` if a search must end with what it has found.
    fn should_stop(&self) -> bool;

    /// Receives a message of a stream, except the last one.
    fn report(&self, message: &[u8]);
}

/// Returns a random root seed.
pub(crate) fn fresh_seed(host: &dyn Host) -> RootSeed {
    let mut bytes = [0; 32];
    host.fill_random(&mut bytes);
    RootSeed::new(bytes)
}

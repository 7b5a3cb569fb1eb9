//! Packs the records of old matches: those of a few dozen take a fraction of their space together.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::lasting_task::RepeatedTask;
use crate::store::{
    RecordPack, StoreError, TournamentStore, UnpackedRecords, WriteCommand, now_micros,
};

/// Age from which records are packed. Newer ones are read often, and matches may still be played.
const PACK_AGE: Duration = Duration::from_secs(7 * 86_400);

/// The part of the time that packing takes is one in this number.
const PAUSES: u32 = 4;

/// The task that packs records.
pub(crate) struct RecordPacking {
    store: Arc<dyn TournamentStore>,
}

impl RepeatedTask for RecordPacking {
    const NAME: &'static str = "packing of records";
    const INTERVAL: Duration = Duration::from_secs(600);

    async fn step(&mut self) -> Result<(), StoreError> {
        self.pack_old(now_micros()).await
    }
}

impl RecordPacking {
    pub(crate) fn new(store: Arc<dyn TournamentStore>) -> Self {
        Self { store }
    }

    /// Packs all records that are old enough at a time.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub(crate) async fn pack_old(&self, now_micros: i64) -> Result<(), StoreError> {
        let before_micros = now_micros.saturating_sub(PACK_AGE.as_micros() as i64);
        loop {
            let start = Instant::now();
            let Some(records) = self.store.unpacked_records(before_micros).await? else {
                return Ok(());
            };
            let pack = pack(records).await?;
            match self.store.write(WriteCommand::PackRecords(pack)).await {
                // Another server packs the same records.
                Err(StoreError::Rejected(_)) => return Ok(()),
                done => done?,
            }
            tokio::time::sleep(start.elapsed() * (PAUSES - 1)).await;
        }
    }
}

/// Compresses records on a thread that may take its time.
async fn pack(records: UnpackedRecords) -> Result<RecordPack, StoreError> {
    let (after, last) = (records.after.clone(), records.last.clone());
    let packed = tokio::task::spawn_blocking(move || RecordPack::new(&records)).await;
    let packed = packed.unwrap_or_else(|panic| Err(panic.to_string()));
    packed.map_err(|error| {
        StoreError::Unavailable(format!(
            "the records of the matches after {after:?} up to {last}, packed and read again, are {error}"
        ))
    })
}

//! An evaluator that errs.

use botwerk_engine::netzwerk::Position;

use super::evaluation::Evaluator;
use crate::netzwerk::minimax::keys::position_key;
use crate::netzwerk::minimax::misjudgement::Misjudgement;

/// Judges positions as another evaluator does, with errors.
#[derive(Debug)]
pub(super) struct MisjudgingEvaluator<'a> {
    pub(super) evaluator: Box<dyn Evaluator + 'a>,
    pub(super) misjudgement: Misjudgement,
}

impl Evaluator for MisjudgingEvaluator<'_> {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let error = self.misjudgement.of(position_key(position));
        self.evaluator.evaluate(position) + error
    }
}

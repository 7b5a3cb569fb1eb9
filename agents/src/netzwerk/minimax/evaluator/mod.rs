//! The static evaluation of a position at the start of a turn.

mod evaluation;
mod features;
mod linear;
mod misjudging;
mod net;
mod weights;

use std::sync::Arc;

use botwerk_engine::netzwerk::{Board, Rules};

pub(super) use evaluation::Evaluator;
use linear::LinearEvaluator;
pub(super) use linear::fields_near;
use misjudging::MisjudgingEvaluator;
pub use net::Net;
use net::NetEvaluator;
use weights::Weights;

use crate::netzwerk::minimax::misjudgement::Misjudgement;

/// What evaluators know: learned weights of one kind.
#[derive(Debug, Clone)]
pub(super) enum Knowledge {
    /// A sum over features, for boards of any size.
    Linear,
    /// A neural net, for the printed board only.
    Net(Arc<Net>),
}

impl Knowledge {
    /// Returns an evaluator for matches by these rules.
    pub(super) fn evaluator<'a>(&'a self, rules: &'a Rules) -> Box<dyn Evaluator + 'a> {
        match self {
            Self::Net(net) if rules.board == Board::PRINTED => Box::new(NetEvaluator::new(net)),
            Self::Linear | Self::Net(_) => Box::new(LinearEvaluator::new(Weights::fitted(), rules)),
        }
    }

    /// Returns an evaluator that errs.
    pub(super) fn erring_evaluator<'a>(
        &'a self,
        rules: &'a Rules,
        misjudgement: Misjudgement,
    ) -> Box<dyn Evaluator + 'a> {
        Box::new(MisjudgingEvaluator {
            evaluator: self.evaluator(rules),
            misjudgement,
        })
    }
}

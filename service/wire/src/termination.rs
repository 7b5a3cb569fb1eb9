//! Conversions of terminations.

use botwerk_engine::Termination;
use botwerk_proto::v1 as proto;

/// Returns the termination of a message, or `None` for a seat that has not left.
pub const fn termination(message: proto::Termination) -> Option<Termination> {
    Some(match message {
        proto::Termination::Unspecified | proto::Termination::None => return None,
        proto::Termination::Resigned => Termination::Resigned,
        proto::Termination::Flagged => Termination::Flagged,
        proto::Termination::Illegal => Termination::Illegal,
        proto::Termination::Disconnected => Termination::Disconnected,
        proto::Termination::NoShow => Termination::NoShow,
        proto::Termination::Crashed => Termination::Crashed,
        proto::Termination::Infra => Termination::Infra,
    })
}

/// Returns the message of a termination; `None` stands for a seat that has not left.
pub const fn termination_message(termination: Option<Termination>) -> proto::Termination {
    let Some(termination) = termination else {
        return proto::Termination::None;
    };
    match termination {
        Termination::Resigned => proto::Termination::Resigned,
        Termination::Flagged => proto::Termination::Flagged,
        Termination::Illegal => proto::Termination::Illegal,
        Termination::Disconnected => proto::Termination::Disconnected,
        Termination::NoShow => proto::Termination::NoShow,
        Termination::Crashed => proto::Termination::Crashed,
        Termination::Infra => proto::Termination::Infra,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn termination_has_the_same_name_in_records_and_in_the_api() {
        for it in Termination::ALL {
            let message = termination_message(Some(it));
            assert_eq!(message.as_str_name(), format!("TERMINATION_{it}"));
            assert_eq!(termination(message), Some(it));
        }
        assert_eq!(termination(termination_message(None)), None);
    }
}

//! Results of reference players as `JUnit` XML, which CI systems show.

use botwerk_engine::plain_lines;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::requirement_report::{ReferenceResult, RequirementReport, Verdict};
use crate::failure::{Failure, Reason};

/// Returns the report with one test for each reference player.
///
/// # Errors
/// Returns an error if the report cannot be written as XML.
pub(super) fn to_xml(report: &RequirementReport) -> Result<String, Failure> {
    let mut suite = TestSuite::new(format!("{} in {}", report.player, report.game));
    suite.add_test_cases(report.references.iter().map(test_case));
    let mut all = Report::new("botwerk match");
    all.add_test_suite(suite);
    let xml = all.to_string().map_err(|error| {
        let message = format!("the JUnit report cannot be written: {error}; report this");
        Failure::new(Reason::FileError, message)
    })?;
    Ok(plain_lines(&xml))
}

fn test_case(result: &ReferenceResult) -> TestCase {
    let status = match &result.verdict {
        Verdict::Passed => TestCaseStatus::success(),
        Verdict::Failed => non_success(NonSuccessKind::Failure, &result.text(), result),
        Verdict::Error(error) => non_success(NonSuccessKind::Error, error, result),
    };
    let mut case = TestCase::new(result.name.clone(), status);
    case.set_system_out(result.text());
    case.set_system_err(result.log.clone());
    case
}

fn non_success(kind: NonSuccessKind, message: &str, result: &ReferenceResult) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message);
    status.set_description(result.fault_messages.join("\n"));
    status
}

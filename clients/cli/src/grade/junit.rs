//! Grades as `JUnit` XML, which CI systems show.

use botwerk_engine::plain_lines;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::grade_report::{GradeReport, ReferenceGrade, Verdict};
use crate::failure::{Failure, Reason};

/// Returns the report with one test for each reference player.
///
/// # Errors
/// Returns an error if the report cannot be written as XML.
pub(super) fn to_xml(report: &GradeReport) -> Result<String, Failure> {
    let mut suite = TestSuite::new(format!("{} in {}", report.bot, report.game));
    suite.add_test_cases(report.references.iter().map(test_case));
    let mut all = Report::new("botwerk grade");
    all.add_test_suite(suite);
    let xml = all.to_string().map_err(|error| {
        let message = format!("the JUnit report cannot be written: {error}; report this");
        Failure::new(Reason::FileError, message)
    })?;
    Ok(plain_lines(&xml))
}

fn test_case(grade: &ReferenceGrade) -> TestCase {
    let status = match &grade.verdict {
        Verdict::Passed => TestCaseStatus::success(),
        Verdict::Failed => non_success(NonSuccessKind::Failure, &grade.text(), grade),
        Verdict::Error(error) => non_success(NonSuccessKind::Error, error, grade),
    };
    let mut case = TestCase::new(grade.name.clone(), status);
    case.set_system_out(grade.text());
    case.set_system_err(grade.log.clone());
    case
}

fn non_success(kind: NonSuccessKind, message: &str, grade: &ReferenceGrade) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message);
    status.set_description(grade.fault_messages.join("\n"));
    status
}

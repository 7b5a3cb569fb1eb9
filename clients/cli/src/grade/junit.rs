//! Grades as `JUnit` XML, which CI systems show.

use super::grade_report::{GradeReport, ReferenceGrade, Verdict};
use crate::xml_element::XmlElement;

/// Returns the report with one test for each reference player.
pub(super) fn to_xml(report: &GradeReport) -> String {
    let suite = XmlElement::new("testsuite")
        .attribute("name", &format!("{} in {}", report.bot, report.game));
    let suite = counted(suite, &report.references);
    let cases = report.references.iter().map(test_case);
    let suite = cases.fold(suite, |suite, case| suite.child(&case));
    let suites = XmlElement::new("testsuites").attribute("name", "botwerk grade");
    counted(suites, &report.references)
        .child(&suite)
        .to_document()
}

/// Adds the numbers of tests, and of those with each verdict.
fn counted(element: XmlElement, grades: &[ReferenceGrade]) -> XmlElement {
    let count = |is_counted: fn(&Verdict) -> bool| {
        let counted = grades.iter().filter(|grade| is_counted(&grade.verdict));
        counted.count().to_string()
    };
    element
        .attribute("tests", &count(|_| true))
        .attribute("skipped", "0")
        .attribute(
            "errors",
            &count(|verdict| matches!(verdict, Verdict::Error(_))),
        )
        .attribute("failures", &count(|verdict| *verdict == Verdict::Failed))
}

fn test_case(grade: &ReferenceGrade) -> XmlElement {
    let case = XmlElement::new("testcase").attribute("name", &grade.name);
    let case = match &grade.verdict {
        Verdict::Passed => case,
        Verdict::Failed => case.child(&non_success("failure", &grade.text(), grade)),
        Verdict::Error(error) => case.child(&non_success("error", error, grade)),
    };
    case.child(&XmlElement::new("system-out").text(&grade.text()))
        .child(&XmlElement::new("system-err").text(&grade.log))
}

fn non_success(kind: &'static str, message: &str, grade: &ReferenceGrade) -> XmlElement {
    XmlElement::new(kind)
        .attribute("message", message)
        .text(&grade.fault_messages.join("\n"))
}

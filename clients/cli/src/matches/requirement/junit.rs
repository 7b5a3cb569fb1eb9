//! Results of reference players as `JUnit` XML, which CI systems show.

use super::requirement_report::{ReferenceResult, RequirementReport, Verdict};
use crate::xml_element::XmlElement;

/// Returns the report with one test for each reference player.
pub(super) fn to_xml(report: &RequirementReport) -> String {
    let suite = XmlElement::new("testsuite")
        .attribute("name", &format!("{} in {}", report.player, report.game));
    let suite = counted(suite, &report.references);
    let cases = report.references.iter().map(test_case);
    let suite = cases.fold(suite, |suite, case| suite.child(&case));
    let suites = XmlElement::new("testsuites").attribute("name", "botwerk match");
    counted(suites, &report.references)
        .child(&suite)
        .to_document()
}

/// Adds the numbers of tests, and of those with each verdict.
fn counted(element: XmlElement, results: &[ReferenceResult]) -> XmlElement {
    let count = |is_counted: fn(&Verdict) -> bool| {
        let counted = results.iter().filter(|result| is_counted(&result.verdict));
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

fn test_case(result: &ReferenceResult) -> XmlElement {
    let case = XmlElement::new("testcase").attribute("name", &result.name);
    let case = match &result.verdict {
        Verdict::Passed => case,
        Verdict::Failed => case.child(&non_success("failure", &result.text(), result)),
        Verdict::Error(error) => case.child(&non_success("error", error, result)),
    };
    case.child(&XmlElement::new("system-out").text(&result.text()))
        .child(&XmlElement::new("system-err").text(&result.log))
}

fn non_success(kind: &'static str, message: &str, result: &ReferenceResult) -> XmlElement {
    XmlElement::new(kind)
        .attribute("message", message)
        .text(&result.fault_messages.join("\n"))
}

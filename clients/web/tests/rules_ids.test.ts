/** Rule ids in texts and addresses. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { pathOfRule, ruleOfHeading, slugOf, splitAtRuleIds } from "../src/rules/rule_ids.js";

suite("rule ids", () => {
  test("are found in a text, and nothing else is", () => {
    assert.deepEqual(splitAtRuleIds("by MR-24 (NW-9), not NW-x or XNW-9"), [
      { kind: "text", text: "by " },
      { kind: "rule", text: "MR-24" },
      { kind: "text", text: " (" },
      { kind: "rule", text: "NW-9" },
      { kind: "text", text: "), not NW-x or XNW-9" },
    ]);
    assert.deepEqual(splitAtRuleIds(""), []);
  });

  test("head a rule with the letters of its sources", () => {
    assert.equal(ruleOfHeading("NW-1 F"), "NW-1");
    assert.equal(ruleOfHeading("DR-22 S/F"), "DR-22");
    assert.equal(ruleOfHeading("DR-33"), "DR-33");
    assert.equal(ruleOfHeading("at the start of the turn"), undefined);
    assert.equal(ruleOfHeading("NW-1 is a rule"), undefined);
  });

  test("lead to the page of their game", () => {
    assert.equal(pathOfRule("RR-3"), "/rules/ricochet?rule=RR-3");
    assert.equal(pathOfRule("XX-3"), undefined);
  });

  test("slugs name sections in addresses", () => {
    assert.equal(slugOf("Draws (A, all options)"), "draws-a-all-options");
  });
});

/** The seats that a browser keeps: bounds, damaged storages, and links of other people. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { GuardedStorage } from "../src/shell/guarded_storage.js";
import type { TextStorage } from "../src/shell/guarded_storage.js";
import { ENDED_MILLIS, MAX_MATCHES, SeatTokens } from "../src/play/seat_tokens.js";
import { guardedStorageOf, storageOf } from "./memory_storage.js";

const PREFIX = "botwerk-seats:";

/** A browser with a clock that moves with every look at it. */
class TestBrowser {
  readonly local = new Map<string, string>();
  now = 1_000_000;

  /** Opens a tab, which has a session of its own. */
  openTab(): SeatTokens {
    return new SeatTokens(guardedStorageOf(this.local), guardedStorageOf(new Map()), () => this.now++);
  }
}

const ids = (tokens: SeatTokens) => tokens.matches.map(({ match }) => match);

suite("seat tokens", () => {
  test("a seat is kept for every tab, until it is forgotten", () => {
    const browser = new TestBrowser();
    const tokens = browser.openTab();
    assert.equal(tokens.own("m"), undefined);
    tokens.accept("m", { seat: 1, token: "t" });
    tokens.setInvitations("m", [{ seat: 0, token: "u" }]);
    const other = browser.openTab();
    assert.deepEqual(other.own("m"), { seat: 1, token: "t" });
    assert.deepEqual(other.invitations("m"), [{ seat: 0, token: "u" }]);
    other.accept("n", { seat: 0, token: "v" });
    other.forget("m");
    assert.deepEqual(ids(tokens), ["n"]);
    assert.ok(![...browser.local.values()].some((value) => value.includes('"t"')));
    browser.local.set("of-another-page", "stays");
    tokens.forgetAll();
    assert.deepEqual([...browser.local.keys()], ["of-another-page"]);
  });

  test("seats of one match are distinct, and the first is the default", () => {
    const browser = new TestBrowser();
    const tokens = browser.openTab();
    tokens.accept("m", { seat: 1, token: "b" });
    tokens.accept("m", { seat: 0, token: "a" });
    tokens.accept("m", { seat: 1, token: "new" });
    assert.deepEqual(tokens.own("m"), { seat: 1, token: "new" });
    assert.equal(tokens.own("m", 0)?.token, "a");
    assert.equal(tokens.own("m", 2), undefined);
  });

  test("a link replaces no kept seat until the server has accepted it", () => {
    const browser = new TestBrowser();
    browser.openTab().accept("m", { seat: 0, token: "right" });
    const tab = browser.openTab();
    tab.setInvited("m", { seat: 0, token: "forged" });
    assert.equal(tab.own("m", 0)?.token, "forged");
    assert.equal(browser.openTab().own("m", 0)?.token, "right");
    tab.rejectInvited("m");
    assert.equal(tab.own("m", 0)?.token, "right");
    tab.setInvited("m", { seat: 0, token: "renewed" });
    tab.accept("m", { seat: 0, token: "renewed" });
    assert.equal(browser.openTab().own("m", 0)?.token, "renewed");
  });

  test("the latest matches are kept, and those that are over go first", () => {
    const browser = new TestBrowser();
    const tokens = browser.openTab();
    for (let match = 0; match < MAX_MATCHES; match++) tokens.accept(`m${match}`, { seat: 0, token: "t" });
    tokens.end("m7");
    tokens.accept("another", { seat: 0, token: "t" });
    assert.equal(tokens.own("m7"), undefined);
    assert.equal(tokens.own("m0")?.token, "t");
    tokens.accept("m0", { seat: 0, token: "t" });
    tokens.accept("one more", { seat: 0, token: "t" });
    assert.equal(tokens.own("m1"), undefined);
    assert.equal(browser.local.size, MAX_MATCHES);
    assert.equal(ids(tokens)[0], "one more");
  });

  test("a match that is over is kept for a day", () => {
    const browser = new TestBrowser();
    const tokens = browser.openTab();
    tokens.accept("m", { seat: 0, token: "t" });
    tokens.accept("n", { seat: 0, token: "t" });
    tokens.end("m");
    assert.deepEqual(ids(tokens), ["n", "m"]);
    browser.now += ENDED_MILLIS - 1000;
    tokens.end("m");
    assert.deepEqual(ids(tokens), ["n", "m"]);
    browser.now += 2000;
    assert.deepEqual(ids(tokens), ["n"]);
    assert.equal(browser.local.size, 1);
  });

  test("damaged and foreign entries are ignored and removed", () => {
    const browser = new TestBrowser();
    const { local } = browser;
    for (const [index, text] of ["{broken", "null", "7", "[]", '{"own":7}', '{"own":[{"seat":"0","token":"t"}]}',
      '{"own":[{"seat":-1,"token":"t"}]}', `{"own":[{"seat":0,"token":"${"t".repeat(2000)}"}]}`].entries()) {
      local.set(`${PREFIX}m${index}`, text);
    }
    local.set(`${PREFIX}good`, '{"own":[null,{"seat":3,"token":"t","more":1}],"usedAt":"now","endedAt":null}');
    local.set("theme", "{broken");
    const tokens = browser.openTab();
    assert.equal(tokens.own("m0"), undefined);
    assert.deepEqual(tokens.matches, [{ match: "good", own: [{ seat: 3, token: "t" }], invitations: [], usedAt: 0, endedAt: 0 }]);
    assert.deepEqual([...local.keys()].sort(), [`${PREFIX}good`, "theme"]);
  });

  test("without a storage the seats last until the page is closed", () => {
    const forbidden = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    const full: TextStorage = { ...storageOf(new Map()), length: 0, setItem: forbidden };
    for (const open of [forbidden, () => full]) {
      const tokens = new SeatTokens(new GuardedStorage(open), new GuardedStorage(open));
      tokens.accept("m", { seat: 0, token: "t" });
      tokens.setInvited("n", { seat: 1, token: "u" });
      assert.deepEqual(ids(tokens), ["m"]);
      assert.equal(tokens.own("n")?.token, "u");
      tokens.forgetAll();
      assert.equal(tokens.own("m"), undefined);
      assert.equal(tokens.own("n"), undefined);
    }
  });
});

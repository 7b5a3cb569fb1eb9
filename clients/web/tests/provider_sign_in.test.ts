/** Signing in with an OpenID provider, as far as it needs no page. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { suite, test } from "node:test";
import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorReason, RejectedError } from "botwerk/web";
import type { Client } from "botwerk/web";
import type { OwnerCall, OwnerCalls } from "../src/bots/owner_calls.js";
import { joinProviderReturn, parseProviderResult } from "../src/bots/provider_return.js";
import { codeField, loadSignInOptions } from "../src/bots/sign_in_options.js";
import { SIGN_UP_CLOSED, ticketFault } from "../src/bots/sign_up_fault.js";
import { StartedSignIns, hex } from "../src/bots/started_sign_ins.js";
import { guardedStorageOf } from "./memory_storage.js";

suite("returns from the provider", () => {
  test("fragments have a ticket or why there is none, and others are not about a sign-in", () => {
    assert.deepEqual(parseProviderResult("#ticket=a1%2Bb"), { ticket: "a1+b" });
    assert.deepEqual(parseProviderResult("#sign-in-error=%3Cb%3Eno%3C%2Fb%3E%20100%25&ticket=x"), { fault: "<b>no</b> 100%&ticket=x" });
    assert.deepEqual(parseProviderResult("#sign-in-error=100%"), { fault: "100%" });
    for (const fragment of ["", "#", "#/bots", "#ticket", "#a&ticket=x", "ticket=x"]) assert.equal(parseProviderResult(fragment), undefined, fragment);
  });

  test("a ticket counts in the tab that has asked for it", () => {
    const owner = { token: "token", isSession: true };
    assert.deepEqual(joinProviderReturn({ ticket: "t" }, { binding: "b" }), { ticket: "t", binding: "b", owner: undefined });
    assert.deepEqual(joinProviderReturn({ ticket: "t" }, { binding: "b", owner }), { ticket: "t", binding: "b", owner });
    assert.deepEqual(joinProviderReturn({ fault: "no" }, { binding: "b", owner }), { fault: "no", owner });
    const foreign = joinProviderReturn({ ticket: "t" }, undefined);
    assert.ok("fault" in foreign && /not started in this tab/.test(foreign.fault));
  });
});

suite("started sign-ins", () => {
  test("keep a new secret each, of which the address has the hash only", () => {
    const entries = new Map<string, string>();
    const signIns = new StartedSignIns(guardedStorageOf(entries));
    const first = signIns.start();
    const second = signIns.start({ token: "token", isSession: false });
    const started = signIns.take()!;
    assert.notEqual(first, second);
    assert.match(started.binding, /^[0-9a-f]{64}$/);
    assert.deepEqual(started.owner, { token: "token", isSession: false });
    assert.equal(second, `/sign-in?binding=${createHash("sha256").update(started.binding).digest("hex")}`);
    assert.equal(signIns.take(), undefined);
    assert.equal(entries.size, 0);
    signIns.start();
    assert.equal(signIns.take()!.owner, undefined);
  });

  test("bytes are two digits each", () => {
    assert.equal(hex(Uint8Array.of(0, 1, 0xab, 255)), "0001abff");
  });
});

suite("sign-in options", () => {
  const OPTIONS = { acceptsSignUp: true, needsCode: true, provider: "P", providerReplacesCode: false };
  const callsThatFail = (error: Error) =>
    ({ retry: <T>(call: OwnerCall<T>) => call({ owners: { getSignInOptions: () => Promise.reject(error) } } as unknown as Client, {}) }) as OwnerCalls;

  test("a code is asked for where the server needs one, and nothing replaces it", () => {
    assert.equal(codeField(OPTIONS, false), "needed");
    assert.equal(codeField(OPTIONS, true), "needed");
    assert.equal(codeField({ ...OPTIONS, providerReplacesCode: true }, true), "none");
    assert.equal(codeField({ ...OPTIONS, providerReplacesCode: true }, false), "needed");
    assert.equal(codeField({ ...OPTIONS, needsCode: false }, true), "none");
    assert.equal(codeField({ ...OPTIONS, needsCode: false }, false), "optional");
  });

  test("a server of a former version has no provider, and other errors are reported", async () => {
    const former = await loadSignInOptions(callsThatFail(new ConnectError("unknown method", Code.Unimplemented)));
    assert.deepEqual(former, { acceptsSignUp: true, needsCode: true, provider: "", providerReplacesCode: false });
    await assert.rejects(loadSignInOptions(callsThatFail(new ConnectError("internal", Code.Internal))), /internal/);
  });
});

test("what is wrong with a ticket is what the server says, and names and codes have their fields", () => {
  const rejected = (reason: ErrorReason, detail: string) => new RejectedError(reason, detail, Code.Unauthenticated, true);
  assert.deepEqual(ticketFault(rejected(ErrorReason.BAD_TOKEN, "ticket: expired"), true), { text: "ticket: expired" });
  assert.equal(ticketFault(rejected(ErrorReason.BAD_TOKEN, "code: unknown"), true).field, "code");
  assert.equal(ticketFault(rejected(ErrorReason.NAME_TAKEN, "name: taken"), false).field, "name");
  assert.notEqual(ticketFault(rejected(ErrorReason.BAD_TOKEN, "ticket: expired"), false).text, SIGN_UP_CLOSED);
});

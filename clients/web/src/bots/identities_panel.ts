/** The identities of an OpenID provider that are linked to an owner. */

import type { Owner } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { OwnerCredential } from "../shell/owner_session.js";
import { errorText } from "../shell/server.js";
import type { OwnerCalls } from "./owner_calls.js";
import type { ProviderReturn } from "./provider_return.js";
import { providerButton } from "./provider_sign_in.js";
import { loadSignInOptions } from "./sign_in_options.js";

/** The number of identities, and a button that links another one. Hidden on servers without a provider. */
export class IdentitiesPanel {
  readonly #count = h("span", { role: "status" });
  readonly #link = h("div", {});
  readonly #fault = h("p", { class: "bots-fault", role: "alert" });
  readonly element = h("div", { class: "row bots-identities", hidden: true }, this.#count, this.#link, this.#fault);

  /** `returned` is what has come of linking an identity just now. */
  constructor(
    private readonly calls: OwnerCalls,
    credential: OwnerCredential,
    returned: ProviderReturn | undefined,
  ) {
    void this.#offer(credential);
    if (returned !== undefined) void this.#receive(returned);
  }

  update({ identities }: Owner): void {
    if (identities > 0) this.element.hidden = false;
    const text = identities === 0 ? "No identity is linked." : identities === 1 ? "1 identity is linked." : `${identities} identities are linked.`;
    // A status that did not change is not read out again.
    if (this.#count.textContent !== text) replace(this.#count, text);
  }

  async #offer(credential: OwnerCredential): Promise<void> {
    try {
      const { provider } = await loadSignInOptions(this.calls);
      if (provider === "") return;
      replace(this.#link, providerButton(`Link ${provider}`, credential));
      this.element.hidden = false;
    } catch (error) {
      this.#fail(errorText(error));
    }
  }

  async #receive(returned: ProviderReturn): Promise<void> {
    if ("fault" in returned) return this.#fail(returned.fault);
    const { ticket, binding } = returned;
    try {
      const { owner } = await this.calls.once(({ owners }, options) => owners.signIn({ ticket, binding }, options));
      if (owner !== undefined) this.update(owner);
    } catch (error) {
      this.#fail(errorText(error));
    }
  }

  #fail(text: string): void {
    if (this.calls.signal.aborted) return;
    this.element.hidden = false;
    replace(this.#fault, h("bdi", {}, text));
  }
}

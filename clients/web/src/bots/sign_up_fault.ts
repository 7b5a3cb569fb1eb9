/** Why a sign-up or a sign-in was rejected, for the person who reads it. */

import { ErrorReason, RejectedError } from "botwerk/web";

/** What is wrong, and the field in which it can be corrected. */
export interface FormFault {
  readonly text: string;
  readonly field?: "name" | "code" | "token";
}

const NAME_FORM = "A name has 1 to 32 lower-case letters, digits and hyphens, and starts with a letter or a digit.";

/** What a client reads where no client signs up. */
export const SIGN_UP_CLOSED = "Sign-up is closed on this server. Ask its operator.";

/** Returns what is wrong with a sign-up that failed. */
export function signUpFault(error: unknown, hasCode: boolean): FormFault {
  const { reason, detail } = RejectedError.fromCall(error);
  // Messages about a field start with its name.
  const isAbout = (field: string) => detail.startsWith(`${field}:`);
  switch (reason) {
    case ErrorReason.NAME_TAKEN:
      return { field: "name", text: "This name is taken. Choose another one." };
    case ErrorReason.BAD_TOKEN:
      if (!isAbout("code")) return { text: SIGN_UP_CLOSED };
      return hasCode
        ? { field: "code", text: "This code is unknown, used up or expired. Check it, or ask for another one." }
        : { field: "code", text: "This server needs an invitation code. Ask the organiser for one." };
    case ErrorReason.LIMIT_EXCEEDED:
      return { text: "As many people have signed up today as this server allows. Try again tomorrow, or with a code." };
    case ErrorReason.BAD_REQUEST:
      return isAbout("name") ? { field: "name", text: NAME_FORM } : { text: detail };
    default:
      return { text: detail };
  }
}

/** Returns what is wrong with the sign-up of an owner who has a ticket. */
export function ticketFault(error: unknown, hasCode: boolean): FormFault {
  const { reason, detail } = RejectedError.fromCall(error);
  const isTicket = reason === ErrorReason.BAD_TOKEN && !detail.startsWith("code:");
  return isTicket ? { text: detail } : signUpFault(error, hasCode);
}

/** Returns what is wrong with a sign-in that failed. */
export function signInFault(error: unknown): FormFault {
  const { reason, detail } = RejectedError.fromCall(error);
  if (reason !== ErrorReason.BAD_TOKEN) return { text: detail };
  const text = detail.startsWith("owner_token:")
    ? "This token has expired. Ask the operator for a new one."
    : "This is not the token of an owner: it was replaced, or is not complete.";
  return { field: "token", text };
}

/** A bot that is online for invitations and plays every match to which it is invited. */
import type { Bot } from "./bot.js";
import type { Session } from "./session.js";
/**
 * Plays all matches to which a bot is invited, until its tournament has ended and all matches are over.
 *
 * @throws RejectedError if the server rejects the token; what the bot throws; the reason of the session's signal.
 */
export declare function playInvitations(bot: Bot, session: Session, botToken: string): Promise<void>;

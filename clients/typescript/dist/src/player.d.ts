/** A bot in one match. */
import type { Bot } from "./bot.js";
import type { Session } from "./session.js";
import type { MatchOver } from "./v1.js";
/** Plays one seat to the end of its match, over as many connections as it takes. */
export declare class Player {
    #private;
    private readonly bot;
    private readonly session;
    private readonly name;
    private readonly seatToken;
    constructor(bot: Bot, session: Session, name: string, seatToken: string);
    /**
     * Plays the match to its end and returns it.
     *
     * @throws RejectedError if the seat cannot be joined; what the bot throws; the reason of the session's signal.
     */
    play(): Promise<MatchOver>;
    /** Whether the bot has thrown, or sends nothing that the server accepts. */
    get hasFailed(): boolean;
}

/** Bots: what an author writes, and what a bot receives. */
/** A match that a bot plays. */
export class Match {
    joined;
    /** The resource name, `matches/{id}`. */
    name;
    /** The name of the game, such as `netzwerk`. */
    game;
    /** All options of the match by name. */
    options;
    /** The number of seats. */
    seats;
    /** The seat of the bot, from 0. */
    player;
    /** Whether races are decided by effort instead of by the clock. */
    virtualTime;
    /** @param joined The server's confirmation that the bot has joined, with the rules of the match. */
    constructor(joined) {
        this.joined = joined;
        this.name = joined.match;
        this.game = joined.setup?.game ?? "";
        this.options = new Map(joined.setup?.options.map(({ name, value }) => [name, value]));
        this.seats = joined.setup?.seats ?? 0;
        this.player = joined.seat;
        this.virtualTime = joined.virtualTime;
    }
}
/** What a bot knows when it must act. */
export class View {
    match;
    request;
    signal;
    /** The legal actions in the notation of the game. */
    legal;
    constructor(
    /** The match. */
    match, 
    /** The server's request, with clocks. */
    request, 
    /** Is aborted once the request is closed, such as a race that another seat has won. */
    signal) {
        this.match = match;
        this.request = request;
        this.signal = signal;
        this.legal = request.legalActions.map(({ text }) => text);
    }
    /** The name of the game. */
    get game() {
        return this.match.game;
    }
    /** The seat of the bot, from 0. */
    get player() {
        return this.match.player;
    }
    /** The kind of decision, such as `race` or `show`. */
    get stage() {
        return this.request.stage;
    }
    /** The view in the notation of positions. */
    get text() {
        return this.request.view?.text ?? "";
    }
    /** The view as a message. Its field `game` has the name of the game as `case`. */
    get position() {
        return this.request.view?.position;
    }
    /** Whether the request can still be answered. */
    get isOpen() {
        return !this.signal.aborted;
    }
    /** Seconds that were left when the server sent the request, or `undefined` without a limit. */
    get remaining() {
        const nanos = this.request.clocks?.remainingNanos;
        return nanos === undefined ? undefined : Number(nanos) / 1e9;
    }
}
//# sourceMappingURL=bot.js.map
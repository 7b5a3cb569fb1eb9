package dev.botwerk;

import dev.botwerk.v1.ActionInfo;
import dev.botwerk.v1.ActionRequest;
import dev.botwerk.v1.Position;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** What a bot knows when it must act. */
public final class View {
    private final Match match;
    private final ActionRequest request;
    private final List<String> legal;
    private final BooleanSupplier isOpen;

    View(Match match, ActionRequest request, BooleanSupplier isOpen) {
        this.match = match;
        this.request = request;
        this.legal = request.getLegalActionsList().stream().map(ActionInfo::getText).toList();
        this.isOpen = isOpen;
    }

    /** {@return the match} */
    public Match match() {
        return match;
    }

    /** {@return the server's request, with clocks} */
    public ActionRequest request() {
        return request;
    }

    /** {@return the legal actions in the notation of the game} */
    public List<String> legal() {
        return legal;
    }

    /** {@return the name of the game} */
    public String game() {
        return match.game();
    }

    /** {@return the seat of the bot, from 0} */
    public int player() {
        return match.player();
    }

    /** {@return the kind of decision, such as {@code race} or {@code show}} */
    public String stage() {
        return request.getStage();
    }

    /** {@return the view in the notation of positions} */
    public String text() {
        return request.getView().getText();
    }

    /** {@return the view as a message} */
    public Position position() {
        return request.getView().getPosition();
    }

    /**
     * Returns whether the request can still be answered: another seat may win a race while the bot thinks. May be
     * called from any thread.
     *
     * @return false once the answer does not count any more
     */
    public boolean isOpen() {
        return isOpen.getAsBoolean();
    }

    /** {@return the time that was left when the server sent the request, or nothing without a limit} */
    public Optional<Duration> remaining() {
        var clocks = request.getClocks();
        return clocks.hasRemainingNanos()
                ? Optional.of(Duration.ofNanos(clocks.getRemainingNanos()))
                : Optional.empty();
    }
}

package dev.botwerk;

import dev.botwerk.v1.GameOption;
import dev.botwerk.v1.Joined;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A match that a bot plays.
 *
 * @param name the resource name, {@code matches/{id}}
 * @param game the name of the game, such as {@code netzwerk}
 * @param options all options of the match by name
 * @param seats the number of seats
 * @param player the seat of the bot, from 0
 * @param virtualTime whether races are decided by effort instead of by the clock
 * @param joined the server's confirmation that the bot has joined, with the rules of the match
 */
public record Match(
        String name,
        String game,
        Map<String, String> options,
        int seats,
        int player,
        boolean virtualTime,
        Joined joined) {
    static Match from(Joined joined) {
        var setup = joined.getSetup();
        var options = setup.getOptionsList().stream()
                .collect(Collectors.toUnmodifiableMap(GameOption::getName, GameOption::getValue));
        return new Match(
                joined.getMatch(),
                setup.getGame(),
                options,
                setup.getSeats(),
                joined.getSeat(),
                joined.getUsesVirtualTime(),
                joined);
    }
}

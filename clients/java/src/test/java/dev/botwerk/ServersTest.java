package dev.botwerk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.botwerk.v1.ListGamesRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Bots against servers that share a PostgreSQL database. */
class ServersTest {
    /** An address at which no server listens. */
    private static final String NOWHERE = "127.0.0.1:1";

    private static final Map<String, String> SHORT_MATCH = Map.of("turn_cap", "8");

    private static Postgres postgres;

    /** Plays the first legal action and checks that it chooses once for each request. */
    private static class FirstOnce implements Bot {
        private final Set<String> requests = ConcurrentHashMap.newKeySet();
        final List<String> joins = Collections.synchronizedList(new ArrayList<>());

        @Override
        public Choice choose(View view, List<String> legal) throws Exception {
            var request = view.request();
            var key = view.match().name() + " " + request.getTurn() + " " + request.getPart();
            assertTrue(requests.add(key), key + ": chosen twice");
            return Choice.of(legal.get(0));
        }

        @Override
        public void started(Match match) {
            joins.add(match.name());
        }
    }

    @BeforeAll
    static void startPostgres() throws Exception {
        postgres = new Postgres();
    }

    @AfterAll
    static void stopPostgres() throws Exception {
        if (postgres != null) {
            postgres.close();
        }
    }

    @Test
    void seatThatJoinsAtTheWrongServerPlaysToTheEnd() throws Exception {
        var database = postgres.createDatabase();
        try (var owner = TestServer.sharing(database);
                var other = TestServer.sharing(database)) {
            var open = owner.createMatch("netzwerk", SHORT_MATCH);
            var bot = new FirstOnce();
            var over = Botwerk.play(bot, NOWHERE + ", " + other.address(), open.name(), open.token());
            assertEquals(2, over.getOutcome().getPlacesCount());
            assertEquals(List.of(open.name()), bot.joins);
        }
        assertThrows(IllegalArgumentException.class, () -> Client.connect("http://a:1,https://b:1"));
    }

    @Test
    void matchEndsAtAnotherServerAfterItsOwnWasKilled() throws Exception {
        var threads = Executors.newFixedThreadPool(2);
        var database = postgres.createDatabase();
        try (var owner = TestServer.sharing(database);
                var other = TestServer.sharing(database);
                var client = Client.connect(owner.address() + "," + other.address())) {
            // One seat is at the first of its servers, the other one has followed its match.
            var lists = List.of(client.toString(), other.address() + "," + owner.address());
            var bothPlay = new CyclicBarrier(2, () -> {
                try {
                    owner.kill();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
            });
            var bot = new FirstOnce() {
                @Override
                public Choice choose(View view, List<String> legal) throws Exception {
                    if (view.request().getTurn() == 2 && view.request().getPart() == 0) {
                        bothPlay.await();
                    }
                    return super.choose(view, legal);
                }
            };
            var matches = lists.stream().map(servers -> (Callable<Void>) () -> {
                var open = owner.createMatch("netzwerk", SHORT_MATCH);
                var over = Botwerk.play(bot, servers, open.name(), open.token());
                assertEquals(2, over.getOutcome().getPlacesCount());
                assertEquals(2, Collections.frequency(bot.joins, open.name()));
                return null;
            });
            for (var match : threads.invokeAll(matches.toList())) {
                match.get();
            }
            // Calls go to the second server now.
            assertTrue(client.catalog().listGames(ListGamesRequest.getDefaultInstance()).getGamesCount() > 0);
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void botThatIsOnlineAtAnotherServerFollowsItsTournament() throws Exception {
        var database = postgres.createDatabase();
        try (var owner = TestServer.sharing(database);
                var other = TestServer.sharing(database)) {
            var bot = new FirstOnce();
            var token = owner.createTournament("netzwerk", "follower", 1);
            Botwerk.run(bot, other.address(), token);
            assertEquals(2, bot.joins.size());
        }
    }

    @Test
    void invitedBotContinuesAtAnotherServerAfterItsOwnWasKilled() throws Exception {
        var database = postgres.createDatabase();
        try (var owner = TestServer.sharing(database);
                var other = TestServer.sharing(database)) {
            var bot = new FirstOnce() {
                private boolean hasKilled;

                @Override
                public synchronized Choice choose(View view, List<String> legal) throws Exception {
                    if (view.request().getTurn() == 2 && !hasKilled) {
                        hasKilled = true;
                        owner.kill();
                    }
                    return super.choose(view, legal);
                }
            };
            var token = owner.createTournament("netzwerk", "survivor", 1);
            Botwerk.run(bot, owner.address() + "," + other.address(), token);
            assertEquals(2, Set.copyOf(bot.joins).size());
            assertTrue(bot.joins.size() > 2, "no match was joined again");
        }
    }
}

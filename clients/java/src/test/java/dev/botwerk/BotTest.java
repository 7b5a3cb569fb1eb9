package dev.botwerk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.botwerk.v1.ErrorReason;
import dev.botwerk.v1.ListGamesRequest;
import dev.botwerk.v1.ListTournamentsRequest;
import dev.botwerk.v1.MatchOver;
import dev.botwerk.v1.ResignSeatRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bots against a real server. */
class BotTest {
    private static final String WRONG_TOKEN = "0".repeat(32);

    /** Plays the first legal action. */
    private static final Bot FIRST = (view, legal) -> Choice.of(legal.get(0));

    @ParameterizedTest
    @MethodSource("dev.botwerk.TestServer#games")
    void botPlaysParallelMatchesToTheirEnds(String game) throws Exception {
        var threads = Executors.newFixedThreadPool(3);
        try (var server = new TestServer()) {
            var matches = Collections.nCopies(3, (Callable<Void>) () -> {
                playWatched(server, game);
                return null;
            });
            for (var match : threads.invokeAll(matches)) {
                match.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    private static void playWatched(TestServer server, String game) throws InterruptedException {
        var open = server.createMatch(game, Map.of());
        var calls = new ArrayList<String>();
        var bot = new Bot() {
            @Override
            public Choice choose(View view, List<String> legal) {
                assertEquals(game, view.game());
                assertEquals(0, view.player());
                var message = game.equals("connect-four") ? "PLAIN" : game.replace("-", "_").toUpperCase();
                assertEquals(message, view.position().getGameCase().name());
                assertTrue(view.isOpen() && !view.stage().isEmpty() && !view.text().isEmpty());
                return Choice.of(legal.get(0));
            }

            @Override
            public void started(Match match) {
                calls.add("started " + match.name());
            }

            @Override
            public void ended(Match match, MatchOver over) {
                calls.add("ended " + match.name());
            }
        };
        var over = Botwerk.play(bot, server.address(), open.name(), open.token());
        assertEquals(2, over.getOutcome().getPlacesCount());
        assertEquals(List.of("started " + open.name(), "ended " + open.name()), calls);
    }

    @Test
    void botPlaysATournamentByInvitations() throws Exception {
        var now = new AtomicInteger();
        var most = new AtomicInteger();
        var bot = new Bot() {
            @Override
            public Choice choose(View view, List<String> legal) throws InterruptedException {
                Thread.sleep(1);
                return Choice.of(legal.get(0)).withEffort(5).withScore(1);
            }

            @Override
            public int maxConcurrentMatches() {
                return 3;
            }

            @Override
            public void started(Match match) {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
            }

            @Override
            public void ended(Match match, MatchOver over) {
                now.decrementAndGet();
            }
        };
        try (var server = new TestServer()) {
            Botwerk.run(bot, server.address(), server.createTournament("netzwerk", "invited", 3));
        }
        assertEquals(0, now.get());
        assertTrue(most.get() > 1 && most.get() <= 3, most + " matches at a time");
    }

    @Test
    void illegalChoiceIsReportedAndChosenAgain() throws Exception {
        var reasons = new ArrayList<ErrorReason>();
        var bot = new Bot() {
            @Override
            public Choice choose(View view, List<String> legal) {
                return Choice.of(reasons.isEmpty() ? "a1-a9" : legal.get(0));
            }

            @Override
            public void rejected(View view, RejectedException error) {
                assertTrue(view.isOpen());
                reasons.add(error.reason());
            }
        };
        try (var server = new TestServer()) {
            var open = server.createMatch("netzwerk", Map.of("turn_cap", "4"));
            Botwerk.play(bot, server.address(), open.name(), open.token());
            assertEquals(List.of(ErrorReason.ERROR_REASON_ILLEGAL_ACTION), reasons);
            // The server does not count a text that is no action.
            var other = server.createMatch("netzwerk", Map.of());
            Bot useless = (view, legal) -> Choice.of("?");
            var failed = assertThrows(
                    BotException.class, () -> Botwerk.play(useless, server.address(), other.name(), other.token()));
            assertEquals(
                    ErrorReason.ERROR_REASON_ILLEGAL_ACTION,
                    assertInstanceOf(RejectedException.class, failed.getCause()).reason());
        }
    }

    @Test
    void wrongTokensAreRejectedWithReasons() throws Exception {
        try (var server = new TestServer()) {
            var name = server.createMatch("netzwerk", Map.of()).name();
            var address = server.address();
            var join = assertThrows(
                    RejectedException.class, () -> Botwerk.play(FIRST, address, name, WRONG_TOKEN));
            assertEquals(ErrorReason.ERROR_REASON_BAD_TOKEN, join.reason());
            var unknown = assertThrows(
                    RejectedException.class,
                    () -> Botwerk.play(FIRST, address, "matches/" + WRONG_TOKEN, WRONG_TOKEN));
            assertEquals(ErrorReason.ERROR_REASON_NOT_FOUND, unknown.reason());
            var bot = assertThrows(RejectedException.class, () -> Botwerk.run(FIRST, address, WRONG_TOKEN));
            assertEquals(ErrorReason.ERROR_REASON_BAD_TOKEN, bot.reason());
            assertEquals(Status.Code.PERMISSION_DENIED, bot.code());
        }
    }

    @Test
    void botEndsWhenANewerStreamPlaysItsSeat() throws Exception {
        var thread = Executors.newSingleThreadExecutor();
        try (var server = new TestServer()) {
            var open = server.createMatch("netzwerk", Map.of());
            var isChoosing = new CountDownLatch(1);
            Bot waiting = (view, legal) -> {
                isChoosing.countDown();
                Thread.sleep(60_000);
                return null;
            };
            var replaced = thread.submit(() -> Botwerk.play(waiting, server.address(), open.name(), open.token()));
            isChoosing.await();
            Botwerk.play(FIRST, server.address(), open.name(), open.token());
            var error = assertThrows(ExecutionException.class, replaced::get);
            assertEquals(
                    ErrorReason.ERROR_REASON_REPLACED,
                    assertInstanceOf(RejectedException.class, error.getCause()).reason());
        } finally {
            thread.shutdown();
        }
    }

    @Test
    void exceptionOfABotIsThrownAfterItsOtherMatches() throws Exception {
        Set<String> started = new HashSet<>();
        Set<String> ended = Collections.synchronizedSet(new HashSet<>());
        var broken = new AtomicReference<String>();
        var bot = new Bot() {
            @Override
            public Choice choose(View view, List<String> legal) {
                // The second match of the two fails at its first turn, while the other one is in progress.
                if (view.match().name().equals(broken.get())) {
                    throw new ArithmeticException("no idea");
                }
                return Choice.of(legal.get(0));
            }

            @Override
            public synchronized void started(Match match) {
                started.add(match.name());
                if (started.size() == 2) {
                    broken.compareAndSet(null, match.name());
                }
            }

            @Override
            public void ended(Match match, MatchOver over) {
                ended.add(match.name());
            }
        };
        try (var server = new TestServer()) {
            var token = server.createTournament("netzwerk", "broken", 2);
            var failed = assertThrows(BotException.class, () -> Botwerk.run(bot, server.address(), token));
            assertInstanceOf(ArithmeticException.class, failed.getCause());
        }
        assertFalse(ended.isEmpty() || ended.contains(broken.get()), broken + " " + ended);
    }

    @Test
    void botStopsWhenItsThreadIsInterrupted() throws Exception {
        try (var server = new TestServer()) {
            var open = server.createMatch("netzwerk", Map.of());
            var playing = Thread.currentThread();
            Bot bot = (view, legal) -> {
                playing.interrupt();
                Thread.sleep(10_000);
                return null;
            };
            assertThrows(
                    InterruptedException.class, () -> Botwerk.play(bot, server.address(), open.name(), open.token()));
        }
    }

    @Test
    void botPlaysOnAfterTheServerWasKilled() throws Exception {
        try (var server = new TestServer()) {
            var joins = Collections.synchronizedList(new ArrayList<String>());
            var bot = new Bot() {
                private boolean hasCrashed;

                @Override
                public synchronized Choice choose(View view, List<String> legal) throws Exception {
                    if (view.request().getTurn() == 3 && !hasCrashed) {
                        hasCrashed = true;
                        server.crash();
                    }
                    return Choice.of(legal.get(0));
                }

                @Override
                public void started(Match match) {
                    joins.add(match.name());
                }
            };
            Botwerk.run(bot, server.address(), server.createTournament("netzwerk", "survivor", 1));
            assertEquals(2, new HashSet<>(joins).size());
            assertTrue(joins.size() > 2, "no match was joined again");
            var listed = server.client().tournaments().listTournaments(ListTournamentsRequest.getDefaultInstance());
            assertEquals(2, listed.getTournaments(0).getResultCount());
        }
    }

    @Test
    void clientTrustsTheAuthorityThatItIsGiven(@TempDir Path folder) throws Exception {
        var key = folder.resolve("key.pem").toString();
        var certificate = folder.resolve("certificate.pem").toString();
        execute(
                "openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
                "-addext", "basicConstraints=critical,CA:FALSE", "-keyout", key, "-out", certificate);
        try (var server = new TestServer("--tls-cert", certificate, "--tls-key", key)) {
            var ca = Files.readAllBytes(Path.of(certificate));
            try (var client = Client.connect(server.address(), ConnectOptions.builder().adminToken("unused").ca(ca).build())) {
                var games = client.catalog().listGames(ListGamesRequest.getDefaultInstance());
                assertEquals(TestServer.games().size(), games.getGamesCount());
            }
            try (var client = Client.connect("https://" + server.address())) {
                var games = ListGamesRequest.getDefaultInstance();
                var error = assertThrows(
                        StatusRuntimeException.class, () -> client.catalog().listGames(games));
                assertEquals(Status.Code.UNAVAILABLE, RejectedException.from(error).code());
            }
            assertThrows(IllegalArgumentException.class, () -> Client.connect("ftp://" + server.address()));
        }
    }

    @Test
    void tokenOfAClientReplacesTheAdminToken(@TempDir Path folder) throws Exception {
        var adminToken = "a".repeat(64);
        var file = Files.writeString(folder.resolve("admin_token"), adminToken).toString();
        try (var server = new TestServer(ConnectOptions.builder().adminToken(adminToken).build(), "--admin-token-file", file)) {
            var open = server.createMatch("netzwerk", Map.of());
            var request = ResignSeatRequest.newBuilder()
                    .setMatch(open.name())
                    .setHasCrashed(true)
                    .build();
            var matches = server.client().matches();
            var error = assertThrows(StatusRuntimeException.class, () -> matches.resignSeat(request));
            assertEquals(ErrorReason.ERROR_REASON_BAD_TOKEN, RejectedException.from(error).reason());
            server.client().withToken(open.token()).matches().resignSeat(request);
        }
    }

    static void execute(String... command) throws Exception {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
    }
}

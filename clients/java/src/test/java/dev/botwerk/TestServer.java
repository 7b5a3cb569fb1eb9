package dev.botwerk;

import dev.botwerk.v1.AgentSpec;
import dev.botwerk.v1.CreateMatchRequest;
import dev.botwerk.v1.CreateTournamentRequest;
import dev.botwerk.v1.Entrant;
import dev.botwerk.v1.GameOption;
import dev.botwerk.v1.GameSetup;
import dev.botwerk.v1.RegisterBotRequest;
import dev.botwerk.v1.RoundRobin;
import dev.botwerk.v1.SeatSetup;
import dev.botwerk.v1.TournamentFormat;
import dev.botwerk.v1.TournamentSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real server for tests, with a database of its own. */
final class TestServer implements AutoCloseable {
    private static final AgentSpec RANDOM =
            AgentSpec.newBuilder().setName("random").build();

    private final Path folder;
    private final String database;
    private Process process;
    private String address = "127.0.0.1:0";
    private final Client client;

    /** A match with an open seat. */
    record OpenMatch(String name, String token) {}

    /** Starts a server with further arguments of {@code botwerk serve}. */
    TestServer(String... arguments) throws IOException {
        this(ConnectOptions.builder().build(), arguments);
    }

    /** Starts a server with further arguments, for a client with options. */
    TestServer(ConnectOptions options, String... arguments) throws IOException {
        this(null, options, arguments);
    }

    /** Starts a server of a database, or of one of its own if it is null. */
    private TestServer(String database, ConnectOptions options, String[] arguments) throws IOException {
        folder = Files.createTempDirectory("botwerk");
        this.database = database != null ? database : folder.resolve("botwerk.db").toString();
        start(arguments);
        client = Client.connect(address, options);
    }

    /** Starts a server that shares a PostgreSQL database. */
    static TestServer sharing(String database) throws IOException {
        return new TestServer(database, ConnectOptions.builder().build(), new String[] {"--lease-secs", "1"});
    }

    /** Returns the program that {@code BOTWERK} names, or else the one that {@code cargo build} makes. */
    static Path program() {
        var name = System.getenv().getOrDefault("BOTWERK", "../../target/debug/botwerk");
        var path = Path.of(name).toAbsolutePath();
        if (!Files.exists(path)) {
            throw new IllegalStateException(path + ": not found; run cargo build, or name the program in BOTWERK");
        }
        return path;
    }

    /** Returns the games of the program, which may have others than those of Botwerk. */
    static List<String> games() throws IOException {
        var listing = new ProcessBuilder(program().toString(), "--json", "game", "list").start();
        var name = Pattern.compile("\"game\":\"([^\"]+)\"");
        return listing.inputReader().lines().map(name::matcher).filter(Matcher::find).map(found -> found.group(1)).toList();
    }

    private void start(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(program().toString(), "serve", "--json", "--log-level", "error"));
        command.addAll(List.of("--listen", address, "--db", database));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var line = String.valueOf(process.inputReader().readLine());
        var listening = Pattern.compile("\"listening\":\"([^\"]+)\"").matcher(line);
        if (!listening.find()) {
            throw new IOException("the server did not start: " + line);
        }
        address = listening.group(1);
    }

    String address() {
        return address;
    }

    Client client() {
        return client;
    }

    /** Ends the process at once, as a crash does, and starts it again at the same address. */
    void crash() throws IOException, InterruptedException {
        kill();
        start();
    }

    /** Ends the process at once. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        client.close();
        kill();
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Creates a match of an open seat against {@code random}. */
    OpenMatch createMatch(String game, Map<String, String> options) {
        var setup = GameSetup.newBuilder().setGame(game);
        options.forEach((name, value) ->
                setup.addOptions(GameOption.newBuilder().setName(name).setValue(value)));
        var created = client.matches()
                .createMatch(CreateMatchRequest.newBuilder()
                        .setSetup(setup)
                        .addSeats(SeatSetup.newBuilder().setName("bot"))
                        .addSeats(SeatSetup.newBuilder().setAgent(RANDOM))
                        .setSeed("7")
                        .setUsesVirtualTime(true)
                        .build());
        return new OpenMatch(
                created.getMatch().getName(), created.getSeatTokens(0).getToken());
    }

    /** Creates a round robin of a registered bot against {@code random}, whose token is returned. */
    String createTournament(String game, String name, int cycles) {
        var registered = client.bots()
                .registerBot(RegisterBotRequest.newBuilder()
                        .setName(name)
                        .addGames(game)
                        .build());
        var setup = TournamentSetup.newBuilder()
                .setName(name)
                .setSetup(GameSetup.newBuilder().setGame(game))
                .setFormat(TournamentFormat.newBuilder()
                        .setRoundRobin(RoundRobin.newBuilder().setCycles(cycles)))
                .addEntrants(Entrant.newBuilder().setName(name).setBot(name))
                .addEntrants(Entrant.newBuilder().setName("random").setAgent(RANDOM))
                .setUsesVirtualTime(true);
        client.organizer()
                .createTournament(
                        CreateTournamentRequest.newBuilder().setSetup(setup).build());
        return registered.getBotToken();
    }
}

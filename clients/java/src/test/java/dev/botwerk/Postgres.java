package dev.botwerk;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A temporary PostgreSQL server in a folder of its own, where it listens on a Unix socket. */
final class Postgres implements AutoCloseable {
    private static final Path DEBIAN_FOLDER = Path.of("/usr/lib/postgresql");
    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    private final Path programs;
    private final Path folder;
    private final Process server;
    private final AtomicInteger databases = new AtomicInteger();
    /** The account that runs the server, or null for that of this process. */
    private final String account;

    /**
     * Starts a server. Skips the test if PostgreSQL is not installed, or fails if {@code BOTWERK_REQUIRE_POSTGRES} is
     * set.
     */
    Postgres() throws IOException, InterruptedException {
        programs = findPrograms();
        if (programs == null) {
            var message = "PostgreSQL is not installed; install the package postgresql";
            assertTrue(System.getenv("BOTWERK_REQUIRE_POSTGRES") == null, message);
            assumeTrue(false, message);
        }
        folder = Files.createTempDirectory("botwerk-postgres-");
        account = unprivilegedAccount();
        if (account != null) {
            var accounts = folder.getFileSystem().getUserPrincipalLookupService();
            Files.setOwner(folder, accounts.lookupPrincipalByName(account));
        }
        var data = folder.resolve("data").toString();
        var initdb = command(
                "initdb", "--pgdata", data, "--username", "botwerk", "--auth", "trust", "--encoding", "UTF8",
                "--locale", "C.UTF-8", "--no-sync");
        assertTrue(initdb.start().waitFor() == 0, "initdb failed");
        server = command("postgres", "-D", data, "-k", folder.toString(), "-c", "listen_addresses=", "-c", "fsync=off")
                .start();
        var ready = command("pg_isready", "--quiet", "--host", folder.toString());
        var start = Instant.now();
        while (ready.start().waitFor() != 0) {
            assertTrue(Instant.now().isBefore(start.plus(START_LIMIT)), "PostgreSQL did not start");
            Thread.sleep(20);
        }
    }

    /** Creates an empty database and returns its URL. */
    String createDatabase() throws IOException, InterruptedException {
        var name = "test" + databases.incrementAndGet();
        var created = command("createdb", "--host", folder.toString(), "--username", "botwerk", name);
        assertTrue(created.start().waitFor() == 0, "createdb failed");
        return "postgres:///" + name + "?user=botwerk&host=" + folder;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        server.destroy();
        server.waitFor();
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Returns a command without the privileges of root: PostgreSQL refuses to run as root. */
    private ProcessBuilder command(String program, String... arguments) {
        var command = new ArrayList<String>();
        if (account != null) {
            command.addAll(List.of("setpriv", "--reuid", account, "--regid", account, "--clear-groups"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
    }

    /** Returns the folder with the programs of PostgreSQL, the newest that Debian has installed, or null. */
    private static Path findPrograms() throws IOException {
        var given = System.getenv("BOTWERK_POSTGRES_BIN");
        if (given != null) {
            return Files.exists(Path.of(given, "initdb")) ? Path.of(given) : null;
        }
        if (!Files.exists(DEBIAN_FOLDER)) {
            return null;
        }
        try (var versions = Files.list(DEBIAN_FOLDER)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.exists(bin.resolve("initdb")))
                    .max(Comparator.comparingInt(bin -> Integer.parseInt(bin.getParent().getFileName().toString())))
                    .orElse(null);
        }
    }

    private static String unprivilegedAccount() throws IOException {
        if (!System.getProperty("user.name").equals("root")) {
            return null;
        }
        var accounts = Files.readAllLines(Path.of("/etc/passwd"));
        return accounts.stream().anyMatch(line -> line.startsWith("postgres:")) ? "postgres" : "nobody";
    }
}

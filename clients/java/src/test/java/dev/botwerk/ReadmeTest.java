package dev.botwerk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The bot of the README. It must be online within 10 s each time that `bot check` starts it, so no other tests run at the
 * same time and only two bots.
 */
@Isolated
class ReadmeTest {
    @Test
    void firstBotPassesBotCheckInEveryGame(@TempDir Path folder) throws Exception {
        var code = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(Path.of("README.md")));
        assertTrue(code.find());
        var lines = code.group(1).lines().filter(line -> !line.isBlank()).count();
        assertTrue(lines > 2 && lines <= 25, lines + " lines");
        var file = Files.writeString(folder.resolve("MyBot.java"), code.group(1)).toString();
        var libraries = System.getProperty("java.class.path");
        var compiler = ToolProvider.getSystemJavaCompiler();
        assertEquals(0, compiler.run(null, null, null, "-cp", libraries, "-Xlint:all", "-Werror", file));
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var classPath = folder + File.pathSeparator + libraries;
        var bot = "grpc:'%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' MyBot".formatted(java, classPath);
        var games = TestServer.games().stream()
                .map(game -> (Callable<Void>) () -> {
                    BotTest.execute(
                            TestServer.program().toString(), "bot", "check", "--client", "--game", game, bot);
                    return null;
                })
                .toList();
        var threads = Executors.newFixedThreadPool(2);
        try {
            for (var checked : threads.invokeAll(games)) {
                checked.get();
            }
        } finally {
            threads.shutdown();
        }
    }
}

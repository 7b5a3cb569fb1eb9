package dev.botwerk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.botwerk.v1.ActionInfo;
import dev.botwerk.v1.ApplyActionsRequest;
import dev.botwerk.v1.CreatePositionRequest;
import dev.botwerk.v1.FormatActionRequest;
import dev.botwerk.v1.FormatPositionRequest;
import dev.botwerk.v1.GameSetup;
import dev.botwerk.v1.GetViewRequest;
import dev.botwerk.v1.ListLegalActionsRequest;
import dev.botwerk.v1.ParseActionRequest;
import dev.botwerk.v1.ParsePositionRequest;
import dev.botwerk.v1.PositionInfo;
import dev.botwerk.v1.RulesServiceGrpc.RulesServiceBlockingStub;
import dev.botwerk.v1.Turn;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The conformance vectors of {@code tests/vectors}, answered by a real server. */
class VectorsTest {
    private static final Path VECTORS = Path.of("../../tests/vectors");

    /** Number of requests that wait for an answer at the same time. */
    private static final int IN_FLIGHT = 32;

    @Test
    void serverAnswersTheVectorsOfEveryGame() throws Exception {
        try (var server = new TestServer()) {
            // A game that is not one of Botwerk has no vectors.
            var names = TestServer.games().stream()
                    .map(game -> game + ".jsonl")
                    .filter(name -> Files.exists(VECTORS.resolve(name)))
                    .toList();
            assertEquals(4, names.size());
            for (var name : names) {
                var vectors = read(name, text(name));
                var differences = play(server.client(), name, vectors);
                assertEquals(vectors.size(), differences.size());
                assertTrue(vectors.size() >= 2000);
                var found = differences.stream().flatMap(List::stream).toList();
                var first = found.stream().limit(5).collect(Collectors.joining("\n"));
                assertEquals("", first, found.size() + " differences");
            }
        }
    }

    @Test
    void alteredVectorsAreFound() throws Exception {
        var text = text("droids.jsonl");
        var altered = new TreeMap<String, JsonObject>();
        for (var vector : read("droids.jsonl", text)) {
            for (var field : compared(vector.getAsJsonObject("expect"))) {
                var copy = vector.deepCopy();
                var value = new JsonObject();
                value.addProperty("chance", "altered");
                copy.getAsJsonObject("expect").add(field, value);
                altered.put(string(vector, "kind") + ": " + field, copy);
            }
        }
        assertTrue(altered.size() >= 25);
        var places = new ArrayList<String>();
        altered.keySet().forEach(change -> places.add("altered:" + (places.size() + 2) + ": " + change));
        try (var server = new TestServer()) {
            var differences = play(server.client(), "altered", List.copyOf(altered.values()));
            var found = differences.stream().flatMap(List::stream).map(line -> line.replaceFirst(": expected.*", ""));
            assertEquals(places, found.toList());
        }
        var cut = text.substring(0, text.lastIndexOf("\n{"));
        assertThrows(AssertionError.class, () -> read("short", cut));
    }

    private static String text(String name) throws IOException {
        return Files.readString(VECTORS.resolve(name));
    }

    /** Returns the vectors of a file, of which the first one is in line 2. */
    private static List<JsonObject> read(String name, String text) {
        var lines = text.lines().map(line -> JsonParser.parseString(line).getAsJsonObject()).toList();
        var header = lines.get(0);
        assertEquals(1, header.get("format").getAsInt(), name + ":1: format");
        assertEquals(header.get("vectors").getAsInt(), lines.size() - 1, name + ":1: vectors");
        return lines.subList(1, lines.size());
    }

    /** Plays vectors, several at the same time, and returns the differences of each. */
    private static List<List<String>> play(Client client, String name, List<JsonObject> vectors) throws Exception {
        var threads = Executors.newFixedThreadPool(IN_FLIGHT);
        try {
            var calls = IntStream.range(0, vectors.size())
                    .mapToObj(index -> (Callable<List<String>>) () -> {
                        var vector = vectors.get(index);
                        var place = name + ":" + (index + 2) + ": " + string(vector, "kind");
                        return compare(place, vector, answer(client.rules(), vector));
                    })
                    .toList();
            var differences = new ArrayList<List<String>>();
            for (var call : threads.invokeAll(calls)) {
                differences.add(call.get());
            }
            return differences;
        } finally {
            threads.shutdown();
        }
    }

    /** Returns the fields of an answer that are compared: those of the client have neither a rule nor an index. */
    private static TreeSet<String> compared(JsonObject answer) {
        var fields = new TreeSet<>(answer.keySet());
        fields.removeAll(List.of("rule", "index"));
        return fields;
    }

    private static List<String> compare(String place, JsonObject vector, JsonObject found) throws IOException {
        var expected = vector.getAsJsonObject("expect").deepCopy();
        for (var field : List.of("position", "text")) {
            // A text is left out if it is that of the request.
            if (found.has(field) && !expected.has(field)) {
                expected.add(field, vector.get("position"));
            }
        }
        if (expected.has("turn")) {
            expected.add("turn", json(parse(Turn.newBuilder(), expected.get("turn")).build()));
        }
        var fields = compared(expected);
        fields.addAll(found.keySet());
        return fields.stream()
                .filter(field -> !String.valueOf(expected.get(field)).equals(String.valueOf(found.get(field))))
                .map(field -> "%s: %s: expected %s, found %s"
                        .formatted(place, field, expected.get(field), found.get(field)))
                .toList();
    }

    private static JsonObject answer(RulesServiceBlockingStub rules, JsonObject vector) throws IOException {
        try {
            return ask(rules, vector);
        } catch (StatusRuntimeException error) {
            var answer = new JsonObject();
            var reason = RejectedException.from(error).reason().name();
            answer.addProperty("error", reason.replaceFirst("^ERROR_REASON_", ""));
            return answer;
        }
    }

    /** Sends the request of a vector and returns the fields of the answer. */
    private static JsonObject ask(RulesServiceBlockingStub rules, JsonObject vector) throws IOException {
        var kind = string(vector, "kind");
        var request = request(vector);
        var setup = parse(GameSetup.newBuilder(), request.get("setup")).build();
        var answer = new JsonObject();
        switch (kind) {
            case "start" -> {
                var start = rules.createPosition(parse(CreatePositionRequest.newBuilder(), request).build());
                addPosition(answer, start.getPosition());
                answer.addProperty("message", messagesDigest(List.of(start.getPosition().getPosition())));
            }
            case "position" -> {
                var text = string(vector, "position");
                var parsing = ParsePositionRequest.newBuilder().setSetup(setup).setText(text);
                var parsed = rules.parsePosition(parsing.build()).getPosition();
                var position = parsed.getPosition();
                var formatted = rules.formatPosition(
                        FormatPositionRequest.newBuilder().setSetup(setup).setPosition(position).build());
                addPosition(answer, parsed);
                answer.addProperty("message", messagesDigest(List.of(position)));
                answer.addProperty("is_formatted_alike", formatted.getText().equals(text));
            }
            case "legal" -> {
                var legal = rules.listLegalActions(parse(ListLegalActionsRequest.newBuilder(), request).build());
                var actions = legal.getActionsList();
                if (legal.hasActor()) {
                    var actor = legal.getActor();
                    answer.addProperty("actor", actor.hasSeat() ? "" + actor.getSeat() : "chance");
                }
                answer.addProperty("count", actions.size());
                answer.addProperty("digest", linesDigest(actions, ActionInfo::getText));
                answer.addProperty("numbers", linesDigest(actions, action -> "" + action.getNumber()));
                answer.addProperty("messages", messagesDigest(actions.stream().map(ActionInfo::getAction).toList()));
                if (vector.getAsJsonObject("expect").has("actions")) {
                    var texts = new JsonArray();
                    actions.forEach(action -> texts.add(action.getText()));
                    answer.add("actions", texts);
                }
            }
            case "apply", "chance" ->
                addPosition(answer, rules.applyActions(parse(ApplyActionsRequest.newBuilder(), request).build()).getPosition());
            case "view" -> {
                var view = rules.getView(parse(GetViewRequest.newBuilder(), request).build());
                answer.addProperty("text", view.getText());
                answer.addProperty("hash", hash(view.getViewHash()));
                answer.addProperty("observation_len", view.getObservation().size());
                answer.addProperty("observation", digest(view.getObservation().toByteArray()));
                answer.addProperty("message", messagesDigest(List.of(view.getView())));
            }
            case "action" -> {
                var parsing = parse(ParseActionRequest.newBuilder(), request);
                var parsed = rules.parseAction(parsing.build()).getAction();
                var formatted = rules.formatAction(
                        FormatActionRequest.newBuilder().setSetup(setup).setAction(parsed.getAction()).build());
                answer.addProperty("number", parsed.getNumber());
                answer.addProperty("message", messagesDigest(List.of(parsed.getAction())));
                var text = formatted.getAction().getText();
                answer.addProperty("is_formatted_alike", text.equals(string(vector, "text")));
            }
            default -> throw new AssertionError(kind + ": unknown kind");
        }
        return answer;
    }

    /** Returns a vector with the names of the API, as all requests have them. */
    private static JsonObject request(JsonObject vector) {
        var options = new JsonArray();
        if (vector.has("options")) {
            vector.getAsJsonObject("options").entrySet().forEach(entry -> {
                var option = new JsonObject();
                option.addProperty("name", entry.getKey());
                option.add("value", entry.getValue());
                options.add(option);
            });
        }
        var setup = new JsonObject();
        setup.add("game", vector.get("game"));
        setup.add("seats", vector.get("seats"));
        setup.add("options", options);
        var request = vector.deepCopy();
        request.add("setup", setup);
        if (vector.has("earlier")) {
            request.add("earlier_positions", vector.get("earlier"));
        }
        if (vector.has("outcome")) {
            request.addProperty("actor", "chance");
            request.add("text", vector.get("outcome"));
        }
        for (var field : List.of("actor", "viewer")) {
            if (request.has(field)) {
                var name = string(request, field);
                var isSeat = name.matches("\\d+");
                var side = new JsonObject();
                side.add(isSeat ? "seat" : name, JsonParser.parseString(isSeat ? name : "true"));
                request.add(field, side);
            }
        }
        return request;
    }

    private static void addPosition(JsonObject answer, PositionInfo position) throws IOException {
        answer.addProperty("position", position.getText());
        answer.addProperty("hash", hash(position.getHash()));
        answer.add("turn", json(position.getTurn()));
    }

    /** Reads a message from the fields of JSON that it has. */
    private static <B extends Message.Builder> B parse(B builder, JsonElement json) throws IOException {
        JsonFormat.parser().ignoringUnknownFields().merge(json.toString(), builder);
        return builder;
    }

    private static JsonElement json(Message message) throws IOException {
        return JsonParser.parseString(JsonFormat.printer().print(message));
    }

    private static String string(JsonObject object, String field) {
        return object.get(field).getAsString();
    }

    private static String hash(long hash) {
        return HexFormat.of().toHexDigits(hash);
    }

    private static String linesDigest(List<ActionInfo> actions, Function<ActionInfo, String> text) {
        return digest(actions.stream().map(text).collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8));
    }

    private static String messagesDigest(List<? extends Message> messages) throws IOException {
        var wire = new ByteArrayOutputStream();
        for (var message : messages) {
            message.writeDelimitedTo(wire);
        }
        return digest(wire.toByteArray());
    }

    private static String digest(byte[] data) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(data);
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException(error);
        }
    }
}

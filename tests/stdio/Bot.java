import java.io.*;
import java.util.regex.*;

public class Bot {
    static String find(String line, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(line);
        return found.find() ? found.group(1) : "";
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = input.readLine()) != null; ) {
            if (line.contains("\"type\":\"hello\""))
                System.out.println("{\"type\":\"hello\",\"protocol\":1,\"legal_actions\":true}");
            if (!line.contains("\"type\":\"decision\"")) continue;
            String[] legal = find(line, "\"legal_actions\":\\[\"([^\\]]*)\"\\]").split("\",\"");
            System.out.printf("{\"type\":\"submission\",\"turn\":%s,\"part\":%s,\"actions\":\"%s\"}%n",
                find(line, "\"turn\":(\\d+)"), find(line, "\"part\":(\\d+)"),
                legal[(int) (Math.random() * legal.length)]);
        }
    }
}

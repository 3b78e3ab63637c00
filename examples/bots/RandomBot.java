// A bot for taku that moves at random. It needs nothing but Java 11 or later.
//
//     taku match grimoire "exec:java RandomBot.java" random
//
// Every line on stdin is a JSON message; an ask wants a move on stdout: a text of its list of
// moves, or the index of one, as here. Moves are plain words without escapes, so that regular
// expressions are enough to read them.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class RandomBot {
    static final Pattern TYPE = Pattern.compile("\"type\":\"(\\w+)\"");
    static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    static final Pattern MOVES = Pattern.compile("\"moves\":\\[([^]]*)]");
    static final Random random = new Random();

    // The index of the move to make. Your ideas go here.
    static int choose(String[] moves) {
        return random.nextInt(moves.length);
    }

    static String find(Pattern pattern, String line) {
        Matcher found = pattern.matcher(line);
        return found.find() ? found.group(1) : "";
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String type = find(TYPE, line);
            if (type.equals("hello")) {
                say("{\"type\":\"hello\",\"protocol\":1,\"name\":\"random-bot\",\"wants\":[]}");
            } else if (type.equals("ask")) {
                int move = choose(find(MOVES, line).split(","));
                say("{\"type\":\"move\",\"id\":" + find(ID, line) + ",\"move\":" + move + "}");
            } else if (type.equals("error")) {
                System.err.println(line);
            } else if (type.equals("bye")) {
                return;
            }
        }
    }

    static void say(String message) {
        System.out.print(message + "\n");
        System.out.flush();
    }
}

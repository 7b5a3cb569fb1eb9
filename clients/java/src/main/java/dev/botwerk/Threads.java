package dev.botwerk;

import java.util.concurrent.ThreadFactory;

/** Threads that do not keep the program from ending. */
final class Threads {
    private Threads() {}

    static ThreadFactory named(String name) {
        return task -> {
            var thread = new Thread(task, "botwerk " + name);
            thread.setDaemon(true);
            return thread;
        };
    }
}

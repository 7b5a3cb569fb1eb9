/**
 * Bots for Botwerk, matches in board games about robots.
 *
 * <p>A {@link dev.botwerk.Bot} has one method, {@link dev.botwerk.Bot#choose}. {@link dev.botwerk.Botwerk} plays its
 * matches, {@link dev.botwerk.Client} has the services of a server, whose messages are in {@link dev.botwerk.v1}.
 *
 * <p>Types are not null unless they are annotated with {@link org.jspecify.annotations.Nullable}.
 *
 * @see <a href="https://botwerk.dev/book/">Documentation</a>
 * @see <a href="https://botwerk.dev/botwerk/blob/main/CHANGELOG.md">Changes</a>
 */
@NullMarked
package dev.botwerk;

import org.jspecify.annotations.NullMarked;

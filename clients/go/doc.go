// Package botwerk plays Botwerk, matches in board games about robots, with bots in Go.
//
// # Bots
//
// A [Bot] has one method, [Bot.Choose], which returns the next action; a [BotFunc] is a bot without state. [Run]
// plays the matches of a bot that Botwerk has launched, [Client.Run] those of a bot that is registered at a
// server, and [Client.Play] a single match. They play several matches at the same time, rejoin them after a failed
// connection, and return when their context is cancelled.
//
// # Services
//
// A [Client] has all services of a server; their messages are in the package botwerkv1. A call presents the admin
// token of [ClientOptions], or the token of its context: see [WithToken].
//
// # Errors
//
// What a server rejects is a [*RejectedError] with a machine-readable reason. What a bot has returned, and its
// panics, are a [*BotError]. Errors of a call whose context has ended match [context.Canceled] or
// [context.DeadlineExceeded].
//
// # Links
//
// Documentation: https://botwerk.dev/book/. Source: https://botwerk.dev/botwerk. Issues: https://botwerk.dev/botwerk/issues.
// Changes: https://botwerk.dev/botwerk/blob/main/CHANGELOG.md.
package botwerk

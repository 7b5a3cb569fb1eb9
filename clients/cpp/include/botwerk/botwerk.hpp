/// Bots for Botwerk, matches in board games about robots.
///
/// A bot is a class with one method, `Bot::choose`. `run` plays its matches, `play` a single one.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <botwerk/v1/match.pb.h>

namespace botwerk {

/// The choice of a bot: a turn in the notation of the game, and what its search declares.
struct Choice {
    Choice(std::string text, std::uint64_t effort = 0, std::optional<std::int32_t> score = {})
        : text(std::move(text)), effort(effort), score(score) {}

    /// One action, or several, separated as in the notation of the game.
    std::string text;
    /// Number of search nodes, from which the time of an announcement follows on virtual time.
    std::uint64_t effort;
    /// The expected result for this player in the unit of the game, for adjudicated matches.
    std::optional<std::int32_t> score;
    /// What the bot says about its choice to those who read the match later. It is cut after 2,000 bytes.
    std::string comment;
};

/// What a bot knows when it must act. The references are valid until the method that receives them returns.
struct View {
    /// The server's confirmation that the bot has joined: name, game, options, seat and rules of the match.
    const v1::Joined& match;
    /// The server's request, with the view as text and as a message, and with clocks.
    const v1::ActionRequest& request;
    /// Has a stop request once the answer does not count any more: another seat may win a race while the bot
    /// thinks, the match may end, or the bot may be stopped. The thread of the match waits for the answer all the
    /// same.
    std::stop_token stop;
};

/// The server rejected a call, a join or a choice.
class RejectedError : public std::runtime_error {
public:
    RejectedError(std::string reason, const std::string& message)
        : std::runtime_error(message + " (" + reason + ")"), reason_(std::move(reason)) {}

    /// The machine-readable reason, such as ILLEGAL_ACTION, or the name of the code of a call without one.
    const std::string& reason() const noexcept { return reason_; }

private:
    std::string reason_;
};

/// A bot: implement `choose`. Matches are played in threads of their own, which call the bot concurrently, so
/// state that belongs to one match needs `view.match.match()` as a key. The other methods may be called while a
/// choice is computed.
class Bot {
public:
    virtual ~Bot() = default;

    /// Returns the next action, or a whole turn, in the notation of the game. `legal` has the legal actions.
    virtual Choice choose(const View& view, const std::vector<std::string>& legal) = 0;

    /// Maximum number of matches at the same time.
    virtual std::uint32_t max_concurrent_matches() const { return 4; }

    /// Is called when the bot has joined a match, and again after it has rejoined.
    virtual void started(const v1::Joined&) {}

    /// Is called when a match has ended.
    virtual void ended(const v1::Joined&, const v1::MatchOver&) {}

    /// Is called when the server rejects a choice; `choose` is called again. Prints the rejection by default.
    virtual void rejected(const View& view, const RejectedError& error);
};

/// How a bot connects.
struct Options {
    /// The address, such as `127.0.0.1:4270` or `https://play.example`. If empty, `BOTWERK_SERVER` of the
    /// environment, which a launched bot has.
    std::string server{};
    /// The token of the bot, in `play` the token of the seat. If empty, `BOTWERK_BOT_TOKEN` of the environment,
    /// which a launched bot has.
    std::string token{};
};

/// Plays all matches to which a bot is invited, until its tournament has ended, or `stop` has a stop request. A
/// connection that fails is opened again, and matches continue where they were. The bot follows its tournament and
/// its matches to other servers of a database.
///
/// Throws a RejectedError if the server rejects the token, std::invalid_argument if it cannot be one, and what the
/// bot throws, after its other matches have been played to their ends.
void run(Bot& bot, const Options& options = {}, std::stop_token stop = {});

/// Plays one match to its end and returns how it ended, or nothing if `stop` has a stop request before. Follows
/// the match to another server.
///
/// Throws a RejectedError if the seat cannot be joined, std::invalid_argument if its token cannot be one, and what
/// the bot throws, after it has left the match.
std::optional<v1::MatchOver> play(Bot& bot, const std::string& match, const Options& options,
                                  std::stop_token stop = {});

}  // namespace botwerk

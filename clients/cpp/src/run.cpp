#include <botwerk/botwerk.hpp>
#include <botwerk/v1/bot.grpc.pb.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <future>
#include <mutex>
#include <set>
#include <stop_token>

#include "connection.hpp"
#include "player.hpp"

namespace botwerk {
namespace {

using namespace std::chrono_literals;
using detail::Player;
using detail::Reconnects;
using detail::Server;

// The matches that a bot plays because of invitations, each in a thread of its own.
class InvitedMatches {
public:
    InvitedMatches(Bot& bot, Server server, std::stop_token stop)
        : bot_(bot), stop_(std::move(stop)), server_(std::move(server)) {}

    // Plays matches until the bot takes no further part, has thrown or is stopped.
    void play_invitations(const std::string& token) {
        auto stub = v1::BotService::NewStub(server_.channel);
        v1::StreamInvitationsRequest request;
        request.set_max_concurrent_matches(bot_.max_concurrent_matches());
        Reconnects reconnects("invitations", server_.address);
        detail::print("invitations", "connecting to " + server_.address);
        const auto offline = offline_.get_token();
        const std::stop_callback stopped(stop_, [this] { offline_.request_stop(); });
        while (!offline.stop_requested()) {
            grpc::ClientContext context;
            detail::present(context, token);
            const std::stop_callback cancel(offline, [&context] { context.TryCancel(); });
            const auto stream = stub->StreamInvitations(&context, request);
            v1::StreamInvitationsResponse frame;
            bool has_ended = false;
            while (!has_ended && stream->Read(&frame)) {
                reconnects.succeed();
                if (frame.has_invitation()) accept(frame.invitation());
                has_ended = frame.has_tournament_ended() || frame.has_entrant_withdrawn();
            }
            if (has_ended) context.TryCancel();
            const auto status = stream->Finish();
            if (has_ended || offline.stop_requested()) return;
            const auto address = detail::next_address(status);
            // To the server that directs the bot's tournament, and back if it fails.
            const auto channel = address.empty() ? server_.channel : detail::connect(address);
            stub = v1::BotService::NewStub(channel);
            reconnects.wait(*channel, status, address, offline);
        }
    }

    // Waits for the end of all matches and throws what the bot has thrown.
    void finish() {
        for (auto& played : playing_) played.wait();
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    // Starts to play a match. An invitation is sent again after a reconnect.
    void accept(const v1::Invitation& invitation) {
        const auto key = invitation.match() + " " + std::to_string(invitation.seat());
        const std::lock_guard lock(mutex_);
        if (!matches_.insert(key).second) return;
        // A thread that has ended keeps its memory until it is joined.
        std::erase_if(playing_, [](const auto& played) { return played.wait_for(0s) == std::future_status::ready; });
        playing_.push_back(std::async(std::launch::async, [=, this] { play(key, invitation); }));
    }

    void play(const std::string& key, const v1::Invitation& invitation) {
        try {
            Player(bot_, server_, invitation.match(), invitation.seat_token(), stop_).play();
        } catch (const RejectedError& error) {
            // The match has ended or was taken over in the meantime. Another invitation is another try.
            detail::print(invitation.match(), error.what());
            const std::lock_guard lock(mutex_);
            matches_.erase(key);
        } catch (...) {
            fail(invitation.match());
        }
    }

    // Records what the bot has thrown and ends the stream of invitations.
    void fail(const std::string& match) {
        try {
            throw;
        } catch (const std::exception& error) {
            detail::print(match, std::string("the bot failed: ") + error.what());
        } catch (...) {
            detail::print(match, "the bot failed");
        }
        {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
        offline_.request_stop();
    }

    Bot& bot_;
    std::stop_token stop_;
    // Ends the stream of invitations once the bot has thrown or is stopped.
    std::stop_source offline_;
    Server server_;
    // The matches in progress, and some that have ended.
    std::vector<std::future<void>> playing_;
    // Protects what follows.
    std::mutex mutex_;
    std::set<std::string> matches_;
    std::exception_ptr failure_;
};

// Returns an option, or the variable of the environment if it is empty.
std::string required(const std::string& option, const char* variable) {
    const auto value = option.empty() ? detail::environment(variable) : option;
    if (value.empty()) {
        throw std::invalid_argument(std::string(variable) + ": expected a value; set it, or pass it in Options");
    }
    return value;
}

// Returns the token of a bot or a seat.
std::string required_token(const Options& options) {
    const auto token = required(options.token, "BOTWERK_BOT_TOKEN");
    // gRPC would end the program. Not quoted: the token is a secret.
    if (!std::ranges::all_of(token, [](char c) { return c > ' ' && c <= '~'; })) {
        throw std::invalid_argument("token: contains characters that are not allowed in a header; use visible ASCII");
    }
    return token;
}

}  // namespace

void Bot::rejected(const View& view, const RejectedError& error) { detail::print(view.match.match(), error.what()); }

void run(Bot& bot, const Options& options, std::stop_token stop) {
    const auto token = required_token(options);
    InvitedMatches matches(bot, Server(required(options.server, "BOTWERK_SERVER")), std::move(stop));
    try {
        matches.play_invitations(token);
    } catch (...) {
        matches.finish();
        throw;
    }
    matches.finish();
}

std::optional<v1::MatchOver> play(Bot& bot, const std::string& match, const Options& options, std::stop_token stop) {
    const Server server(required(options.server, "BOTWERK_SERVER"));
    return Player(bot, server, match, required_token(options), std::move(stop)).play();
}

}  // namespace botwerk

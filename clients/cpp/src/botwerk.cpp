#include <botwerk/botwerk.hpp>

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <sstream>
#include <stop_token>

#include <botwerk/v1/bot.grpc.pb.h>
#include <botwerk/v1/match.grpc.pb.h>

#include "error_info.pb.h"

namespace botwerk {
namespace {

using namespace std::chrono_literals;

// Maximum number of rejected choices for one request. The server does not count a text that is no action.
constexpr int MAX_REJECTIONS = 10;

void print(const std::string& subject, const std::string& message) {
    // One call, so that lines of several matches do not mix.
    std::cerr << "botwerk: " + subject + ": " + message + "\n";
}

// Returns a variable of the environment, or an empty text.
std::string environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value == nullptr ? "" : value;
}

// Returns the host of an address without a scheme.
std::string host_of(const std::string& target) {
    auto host = target.substr(0, target.rfind(':'));
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    return host;
}

// Returns whether an address is one of this machine.
bool is_loopback(const std::string& target) {
    const auto host = host_of(target);
    return host == "localhost" || host == "::1" || host.starts_with("127.");
}

// Returns what to append to the message of a failed connection: the proxy that gRPC takes from the environment.
std::string proxy_text(const std::string& server) {
    const auto separator = server.find("://");
    const auto target = separator == std::string::npos ? server : server.substr(separator + 3);
    if (is_loopback(target) || environment("no_proxy").find(host_of(target)) != std::string::npos) return "";
    for (const auto* variable : {"grpc_proxy", "https_proxy", "http_proxy"}) {
        const auto proxy = environment(variable);
        if (!proxy.empty()) {
            return " (through the proxy " + proxy + " of " + variable + "; no_proxy excepts addresses)";
        }
    }
    return "";
}

// Returns a connection to an address such as `127.0.0.1:4270` or `https://play.example`. `BOTWERK_CA` may name a file
// with the certificates of the trusted authorities. No proxy is used for addresses of this machine.
std::shared_ptr<grpc::Channel> connect(const std::string& server) {
    const auto separator = server.find("://");
    const auto ca = environment("BOTWERK_CA");
    const bool has_scheme = separator != std::string::npos;
    const bool uses_tls = has_scheme ? server.starts_with("https://") : !ca.empty();
    grpc::ChannelArguments arguments;
    // A dead connection is noticed after 15 s, a new one is tried within 2 s. An attempt may take 5 s, which gRPC calls its
    // minimum back-off.
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 10'000);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
    arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 5'000);
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 2'000);
    const auto target = has_scheme ? server.substr(separator + 3) : server;
    if (is_loopback(target)) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    grpc::SslCredentialsOptions tls;
    if (!ca.empty()) {
        std::stringstream certificates;
        certificates << std::ifstream(ca).rdbuf();
        tls.pem_root_certs = certificates.str();
    }
    auto credentials = uses_tls ? grpc::SslCredentials(tls) : grpc::InsecureChannelCredentials();
    return grpc::CreateCustomChannel(target, credentials, arguments);
}

// Maximum time between two looks at a stop request, where none can interrupt.
constexpr auto STOP_INTERVAL = 100ms;

// Maximum time to leave a match.
constexpr auto LEAVE_TIMEOUT = 5s;

// Presents a token with a call.
void present(grpc::ClientContext& context, const std::string& token) {
    context.AddMetadata("authorization", "Bearer " + token);
}

// The codes of errors without a reason that another attempt would meet again, as gRPC writes them.
const std::map<grpc::StatusCode, std::string> FINAL_CODES{
    {grpc::UNAUTHENTICATED, "UNAUTHENTICATED"},
    {grpc::PERMISSION_DENIED, "PERMISSION_DENIED"},
    {grpc::NOT_FOUND, "NOT_FOUND"},
    {grpc::INVALID_ARGUMENT, "INVALID_ARGUMENT"},
    {grpc::FAILED_PRECONDITION, "FAILED_PRECONDITION"},
    {grpc::UNIMPLEMENTED, "UNIMPLEMENTED"},
};

// Returns the address of the server to call instead of the one that has ended a call, or an empty text if another
// attempt may succeed at that one. Throws the rejection if it would be met again.
std::string next_address(const grpc::Status& status) {
    cpp::Status details;
    cpp::ErrorInfo info;
    bool can_retry = false;
    if (details.ParseFromString(status.error_details())) {
        for (const auto& detail : details.details()) {
            if (detail.type_url().ends_with("/google.rpc.ErrorInfo")) info.ParseFromString(detail.value());
            if (detail.type_url().ends_with("/google.rpc.RetryInfo")) can_retry = true;
        }
    }
    if (const auto address = info.metadata().find("address"); address != info.metadata().end()) return address->second;
    const auto code = FINAL_CODES.find(status.error_code());
    if (info.reason().empty() && code != FINAL_CODES.end()) throw RejectedError(code->second, status.error_message());
    if (!info.reason().empty() && !can_retry) throw RejectedError(info.reason(), status.error_message());
    return "";
}

// Returns a reason without its prefix, or the number of one that this version does not know.
std::string reason_text(v1::ErrorReason reason) {
    const std::string prefix = "ERROR_REASON_";
    const std::string name = v1::ErrorReason_Name(reason);
    return name.empty() ? std::to_string(reason) : name.substr(prefix.size());
}

// The attempts to connect.
class Reconnects {
public:
    Reconnects(std::string subject, std::string server) : subject_(std::move(subject)), server_(std::move(server)) {}

    void succeed() {
        if (failures_ > 0) print(subject_, "connected again");
        failures_ = 0;
    }

    // Waits before the next attempt, over a channel, after the end of a stream: to the server at an address, or else to the
    // former one. Ends early with a stop request.
    void wait(grpc::Channel& channel, const grpc::Status& status, const std::string& address, const std::stop_token& stop) {
        if (failures_ % 15 == 0) {
            const auto cause = status.ok() ? "the server ended the stream" : status.error_message();
            const auto proxy = proxy_text(server_);
            const auto server = address.empty() ? "" : " (to " + address + ")";
            print(subject_, "no connection: " + cause + server + proxy + "; connecting again");
        }
        const auto delay = std::min(100'000us * (1 << std::min(failures_, 10)), 2'000'000us);
        failures_ += 1;
        // With a random part, so that bots do not connect all at once.
        thread_local std::mt19937 random(std::random_device{}());
        const auto percent = std::uniform_int_distribution<>(75, 125)(random);
        const auto end = std::chrono::system_clock::now() + delay * percent / 100;
        // Instead of a sleep: gRPC connects only while a thread waits for it.
        while (!stop.stop_requested() && std::chrono::system_clock::now() < end) {
            const auto next_look = std::chrono::system_clock::now() + STOP_INTERVAL;
            channel.WaitForStateChange(channel.GetState(false), std::min(end, next_look));
        }
    }

private:
    std::string subject_;
    std::string server_;
    int failures_ = 0;
};

// A connection to a server.
struct Server {
    explicit Server(std::string given) : address(std::move(given)), channel(connect(address)) {}

    std::string address;
    std::shared_ptr<grpc::Channel> channel;
};

// A bot in one match.
class Player {
public:
    Player(Bot& bot, const Server& server, const std::string& match, const std::string& seat_token, std::stop_token stop)
        : bot_(bot),
          stop_(std::move(stop)),
          channel_(server.channel),
          stub_(v1::MatchService::NewStub(channel_)),
          reconnects_(match, server.address) {
        join_.set_match(match);
        join_.set_seat_token(seat_token);
        join_.mutable_view_options()->set_include_legal_actions(true);
        join_.mutable_view_options()->set_include_text(true);
    }

    // Plays the match to its end, over as many connections as it takes. Returns nothing after a stop request.
    std::optional<v1::MatchOver> play() {
        try {
            play_connections();
            return std::move(over_);
        } catch (const RejectedError&) {
            throw;
        } catch (...) {
            leave();
            throw;
        }
    }

private:
    void play_connections() {
        for (;;) {
            address_.clear();
            const auto status = play_stream();
            if (over_ || stop_.stop_requested()) return;
            if (address_.empty()) address_ = next_address(status);
            // To the server that plays the match, and back if it fails.
            const auto channel = address_.empty() ? channel_ : connect(address_);
            stub_ = v1::MatchService::NewStub(channel);
            reconnects_.wait(*channel, status, address_, stop_);
        }
    }

    // Leaves the match because the bot has thrown, so that its opponents need not wait.
    void leave() {
        grpc::ClientContext context;
        context.set_deadline(std::chrono::system_clock::now() + LEAVE_TIMEOUT);
        present(context, join_.seat_token());
        v1::ResignSeatRequest request;
        request.set_match(join_.match());
        request.set_has_crashed(true);
        v1::ResignSeatResponse response;
        const auto status = stub_->ResignSeat(&context, request, &response);
        if (!status.ok()) print(join_.match(), "the seat cannot leave: " + status.error_message());
    }

    // Plays over one connection, until the match has ended or the connection has failed.
    grpc::Status play_stream() {
        grpc::ClientContext context;
        const std::stop_callback cancel(stop_, [&context] { context.TryCancel(); });
        stream_ = stub_->Play(&context);
        v1::PlayRequest request;
        *request.mutable_join() = join_;
        stream_->Write(request);
        try {
            v1::PlayResponse frame;
            while (!over_ && stream_->Read(&frame)) handle(frame);
        } catch (...) {
            context.TryCancel();
            stream_->Finish();
            throw;
        }
        if (over_) context.TryCancel();
        return stream_->Finish();
    }

    void handle(const v1::PlayResponse& frame) {
        switch (frame.kind_case()) {
            case v1::PlayResponse::kJoined:
                reconnects_.succeed();
                // A server without full durability loses its latest frames in a power failure.
                join_.set_resume_after_seq(std::min(join_.resume_after_seq(), frame.joined().seq()));
                match_ = frame.joined();
                bot_.started(match_);
                break;
            case v1::PlayResponse::kActionRequest:
                see(frame.action_request().seq());
                answer(frame.action_request());
                break;
            case v1::PlayResponse::kUpdate:
                see(frame.update().seq());
                break;
            case v1::PlayResponse::kRejected:
                reject(frame.rejected());
                break;
            case v1::PlayResponse::kMatchOver:
                over_ = frame.match_over();
                bot_.ended(match_, frame.match_over());
                break;
            default:
                break;
        }
    }

    void see(std::uint64_t seq) { join_.set_resume_after_seq(std::max(join_.resume_after_seq(), seq)); }

    // Answers a request: with the same submission as before if it is sent again.
    void answer(const v1::ActionRequest& request) {
        const bool is_same = submission_.has_value() && request_.turn() == request.turn() &&
                             request_.part() == request.part() &&
                             request_.view().view_hash() == request.view().view_hash();
        request_ = request;
        if (is_same) {
            submit();
        } else {
            rejections_ = 0;
            choose();
        }
    }

    void choose() {
        std::vector<std::string> legal;
        for (const auto& action : request_.legal_actions()) legal.push_back(action.text());
        const auto choice = bot_.choose(View{match_, request_, stop_}, legal);
        submission_.emplace();
        submission_->set_turn(request_.turn());
        submission_->set_part(request_.part());
        submission_->set_text(choice.text);
        submission_->set_effort(choice.effort);
        if (choice.score) submission_->set_score(*choice.score);
        submit();
    }

    // Sends the submission. An error of the connection is that of the next read.
    void submit() {
        v1::PlayRequest request;
        submission_->set_handle(request_.handle());
        *request.mutable_submission() = *submission_;
        stream_->Write(request);
    }

    void reject(const v1::Rejected& rejected) {
        const auto reason = rejected.error().reason();
        const RejectedError error(reason_text(reason), rejected.error().message());
        if (rejected.error().has_address()) {
            address_ = rejected.error().address();
            stream_->WritesDone();
            return;
        }
        if (rejected.handle() == 0 || reason == v1::ERROR_REASON_REPLACED) {
            // A join may be rejected for a cause that passes; the stream is then tried again.
            if (!rejected.error().has_retry_delay_nanos()) throw error;
            stream_->WritesDone();
            return;
        }
        const bool answers_open = submission_.has_value() && request_.turn() == rejected.turn() &&
                                  request_.part() == rejected.part();
        const bool is_open = reason == v1::ERROR_REASON_ILLEGAL_ACTION || reason == v1::ERROR_REASON_BAD_REQUEST ||
                             reason == v1::ERROR_REASON_LIMIT_EXCEEDED || reason == v1::ERROR_REASON_TOO_LARGE;
        if (!answers_open || !is_open) return;
        rejections_ += 1;
        if (rejections_ >= MAX_REJECTIONS) throw std::runtime_error(error.what());
        bot_.rejected(View{match_, request_, stop_}, error);
        choose();
    }

    Bot& bot_;
    std::stop_token stop_;
    std::shared_ptr<grpc::Channel> channel_;
    std::unique_ptr<v1::MatchService::Stub> stub_;
    // The server that plays the match, if another has named it.
    std::string address_;
    // The latest stream. It has finished once its context is gone.
    std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>> stream_;
    Reconnects reconnects_;
    v1::Join join_;
    v1::Joined match_;
    // The latest request, and what was submitted for it.
    v1::ActionRequest request_;
    std::optional<v1::Submission> submission_;
    int rejections_ = 0;
    // How the match has ended.
    std::optional<v1::MatchOver> over_;
};

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
        print("invitations", "connecting to " + server_.address);
        const auto offline = offline_.get_token();
        const std::stop_callback stopped(stop_, [this] { offline_.request_stop(); });
        while (!offline.stop_requested()) {
            grpc::ClientContext context;
            present(context, token);
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
            const auto address = next_address(status);
            // To the server that directs the bot's tournament, and back if it fails.
            const auto channel = address.empty() ? server_.channel : connect(address);
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
            print(invitation.match(), error.what());
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
            print(match, std::string("the bot failed: ") + error.what());
        } catch (...) {
            print(match, "the bot failed");
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
    const auto value = option.empty() ? environment(variable) : option;
    if (value.empty()) throw std::invalid_argument(std::string(variable) + ": expected a value; set it, or pass it in Options");
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

void Bot::rejected(const View& view, const RejectedError& error) { print(view.match.match(), error.what()); }

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

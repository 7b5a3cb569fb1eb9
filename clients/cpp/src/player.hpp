// A bot in one match.
#pragma once

#include <botwerk/botwerk.hpp>
#include <botwerk/v1/match.grpc.pb.h>
#include <grpcpp/grpcpp.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>

#include "connection.hpp"

namespace botwerk::detail {

// A request that the server has sent, and the bot's answer.
struct OpenRequest {
    v1::ActionRequest message;
    // Has a stop request once the answer does not count any more.
    std::stop_source closed;
    // What was submitted, to be sent again after a reconnect.
    std::optional<v1::Submission> submission;
    int rejections = 0;
};

// What a bot has chosen for a request, or what it has thrown.
struct MadeChoice {
    std::shared_ptr<OpenRequest> request;
    std::optional<Choice> choice;
    std::exception_ptr failure;
};

// The frames of a stream, its end, and choices, in the order of their arrival.
class Events {
public:
    using Event = std::variant<v1::PlayResponse, grpc::Status, MadeChoice>;

    void push(Event event);

    // Waits for the oldest event and removes it. Returns nothing after a stop request.
    std::optional<Event> pop(const std::stop_token& stop);

    // Removes all but choices.
    void drop_stream();

private:
    std::mutex mutex_;
    std::condition_variable_any has_some_;
    std::deque<Event> events_;
};

// A `Play` stream that joins one seat. A thread reads it until its end. A stop request and the destructor end it.
class PlayStream {
public:
    PlayStream(v1::MatchService::Stub& stub, const v1::Join& join, Events& events, const std::stop_token& stop);
    ~PlayStream();

    // Sends a submission. An error of the connection is the end of the stream.
    void submit(const v1::Submission& submission);

private:
    void write(const v1::PlayRequest& request);
    void read(Events& events);

    grpc::ClientContext context_;
    std::stop_callback<std::function<void()>> cancel_;
    std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>> stream_;
    std::mutex writing_;
    bool has_ended_ = false;
    std::jthread reader_;
};

// A bot in one match. The thread of `play` owns the state; another one computes choices.
class Player {
public:
    Player(Bot& bot, const Server& server, const std::string& match, const std::string& seat_token,
           std::stop_token stop);
    ~Player();

    // Plays the match to its end, over as many connections as it takes. Returns nothing after a stop request.
    std::optional<v1::MatchOver> play();

private:
    void play_connections();
    void leave();
    grpc::Status play_stream();
    void handle(const v1::PlayResponse& frame);
    void handle_joined(const v1::Joined& joined);
    void handle_request(const v1::ActionRequest& message);
    void handle_choice(const MadeChoice& made);
    void handle_rejected(const v1::Rejected& rejected);
    void see(std::uint64_t seq);
    void choose();
    void submit();
    void close_request();

    Bot& bot_;
    std::stop_token stop_;
    std::shared_ptr<grpc::Channel> channel_;
    std::unique_ptr<v1::MatchService::Stub> stub_;
    Reconnects reconnects_;
    v1::Join join_;
    // The confirmation of the join, which a choice in progress shares.
    std::shared_ptr<const v1::Joined> match_;
    // The latest request, if its answer counts.
    std::shared_ptr<OpenRequest> request_;
    bool is_choosing_ = false;
    // Whether another stream is to be opened, and the address of its server if another has named it.
    bool is_redirected_ = false;
    std::string address_;
    // How the match has ended.
    std::optional<v1::MatchOver> over_;
    Events events_;
    // The stream, and whether the server has confirmed the join.
    std::optional<PlayStream> stream_;
    bool has_joined_ = false;
    std::jthread chooser_;
};

}  // namespace botwerk::detail

// Connections to servers, and the attempts to make them.
#pragma once

#include <botwerk/botwerk.hpp>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

namespace botwerk::detail {

// Prints a line of the log.
void print(const std::string& subject, const std::string& message);

// Returns a variable of the environment, or an empty text.
std::string environment(const char* variable);

// Returns a connection to an address such as `127.0.0.1:4270` or `https://play.example`. `BOTWERK_CA` may name a
// file with the certificates of the trusted authorities. No proxy is used for addresses of this machine.
std::shared_ptr<grpc::Channel> connect(const std::string& server);

// Presents a token with a call.
void present(grpc::ClientContext& context, const std::string& token);

// Returns the address of the server to call instead of the one that has ended a call, or an empty text if another
// attempt may succeed at that one. Throws the rejection if it would be met again.
std::string next_address(const grpc::Status& status);

// Returns a reason without its prefix, or the number of one that this version does not know.
std::string reason_text(v1::ErrorReason reason);

// A connection to a server.
struct Server {
    explicit Server(std::string given) : address(std::move(given)), channel(connect(address)) {}

    std::string address;
    std::shared_ptr<grpc::Channel> channel;
};

// The attempts to connect.
class Reconnects {
public:
    Reconnects(std::string subject, std::string server) : subject_(std::move(subject)), server_(std::move(server)) {}

    // Records that the server has answered.
    void succeed();

    // Waits before the next attempt, over a channel, after the end of a stream: to the server at an address, or
    // else to the former one. Ends early with a stop request.
    void wait(grpc::Channel& channel, const grpc::Status& status, const std::string& address,
              const std::stop_token& stop);

private:
    std::string subject_;
    std::string server_;
    int failures_ = 0;
};

}  // namespace botwerk::detail

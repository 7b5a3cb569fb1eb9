#include "connection.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>

#include "error_info.pb.h"

namespace botwerk::detail {
namespace {

using namespace std::chrono_literals;

// Maximum time between two looks at a stop request, where none can interrupt.
constexpr auto STOP_INTERVAL = 100ms;

// The codes of errors without a reason that another attempt would meet again, as gRPC writes them.
const std::map<grpc::StatusCode, std::string> FINAL_CODES{
    {grpc::UNAUTHENTICATED, "UNAUTHENTICATED"},
    {grpc::PERMISSION_DENIED, "PERMISSION_DENIED"},
    {grpc::NOT_FOUND, "NOT_FOUND"},
    {grpc::INVALID_ARGUMENT, "INVALID_ARGUMENT"},
    {grpc::FAILED_PRECONDITION, "FAILED_PRECONDITION"},
    {grpc::UNIMPLEMENTED, "UNIMPLEMENTED"},
};

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

}  // namespace

void print(const std::string& subject, const std::string& message) {
    // One call, so that lines of several matches do not mix.
    std::cerr << "botwerk: " + subject + ": " + message + "\n";
}

std::string environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value == nullptr ? "" : value;
}

std::shared_ptr<grpc::Channel> connect(const std::string& server) {
    const auto separator = server.find("://");
    const auto ca = environment("BOTWERK_CA");
    const bool has_scheme = separator != std::string::npos;
    const bool uses_tls = has_scheme ? server.starts_with("https://") : !ca.empty();
    grpc::ChannelArguments arguments;
    // A dead connection is noticed after 15 s, a new one is tried within 2 s. An attempt may take 5 s, which gRPC
    // calls its minimum back-off.
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
        std::ifstream file(ca);
        if (!file) throw std::invalid_argument("BOTWERK_CA: the file " + ca + " cannot be read");
        std::stringstream certificates;
        certificates << file.rdbuf();
        tls.pem_root_certs = certificates.str();
    }
    auto credentials = uses_tls ? grpc::SslCredentials(tls) : grpc::InsecureChannelCredentials();
    return grpc::CreateCustomChannel(target, credentials, arguments);
}

void present(grpc::ClientContext& context, const std::string& token) {
    context.AddMetadata("authorization", "Bearer " + token);
}

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

std::string reason_text(v1::ErrorReason reason) {
    const std::string prefix = "ERROR_REASON_";
    const std::string name = v1::ErrorReason_Name(reason);
    return name.empty() ? std::to_string(reason) : name.substr(prefix.size());
}

void Reconnects::succeed() {
    if (failures_ > 0) print(subject_, "connected again");
    failures_ = 0;
}

void Reconnects::wait(grpc::Channel& channel, const grpc::Status& status, const std::string& address,
                      const std::stop_token& stop) {
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

}  // namespace botwerk::detail

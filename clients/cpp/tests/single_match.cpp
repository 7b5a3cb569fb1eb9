// Plays matches of the server in BOTWERK_SERVER: one to its end, one until it is stopped, one with a wrong token,
// and one whose races another seat wins.
#include <botwerk/botwerk.hpp>
#include <botwerk/v1/match.grpc.pb.h>
#include <grpcpp/grpcpp.h>

#include <cstdlib>
#include <iostream>
#include <thread>

namespace {

void check(bool condition, const std::string& expected) {
    if (!condition) throw std::logic_error("expected " + expected);
}

// Plays the first legal action. After a number of choices it waits until it is stopped.
class TestBot : public botwerk::Bot {
public:
    explicit TestBot(int choices) : choices_(choices) {}

    botwerk::Choice choose(const botwerk::View& view, const std::vector<std::string>& legal) override {
        if (--choices_ == 0) {
            stopping = std::jthread([this] { source.request_stop(); });
            while (!view.stop.stop_requested()) std::this_thread::yield();
        }
        return legal.at(0);
    }

    void ended(const botwerk::v1::Joined&, const botwerk::v1::MatchOver&) override { ++ends; }

    std::stop_source source;
    std::jthread stopping;
    int ends = 0;

private:
    int choices_;
};

// Thinks in a race until another seat has won it.
class SlowBot : public botwerk::Bot {
public:
    botwerk::Choice choose(const botwerk::View& view, const std::vector<std::string>& legal) override {
        if (view.request.stage() == "race") {
            while (!view.stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            ++lost_races;
        }
        return legal.at(0);
    }

    int lost_races = 0;
};

// Creates a match of an open seat against an agent.
botwerk::v1::CreateMatchResponse create_match(const std::string& game, const std::string& agent) {
    const auto channel = grpc::CreateChannel(std::getenv("BOTWERK_SERVER"), grpc::InsecureChannelCredentials());
    botwerk::v1::CreateMatchRequest request;
    request.mutable_setup()->set_game(game);
    request.add_seats()->set_name("bot");
    request.add_seats()->mutable_agent()->set_name(agent);
    grpc::ClientContext context;
    botwerk::v1::CreateMatchResponse created;
    const auto status = botwerk::v1::MatchService::NewStub(channel)->CreateMatch(&context, request, &created);
    check(status.ok(), "a match, found " + status.error_message());
    return created;
}

}  // namespace

int main() try {
    const auto played = create_match("netzwerk", "random");
    TestBot first(-1);
    const auto over = botwerk::play(first, played.match().name(), {.token = played.seat_tokens(0).token()});
    check(over && over->outcome().places_size() == 2 && first.ends == 1, "an outcome of two seats");

    const auto stopped = create_match("netzwerk", "random");
    TestBot waiting(2);
    const botwerk::Options options{.token = stopped.seat_tokens(0).token()};
    check(!botwerk::play(waiting, stopped.match().name(), options, waiting.source.get_token()), "no end after a stop");
    check(waiting.ends == 0, "no call of `ended` after a stop");
    // A server that is away is waited for, until the stop.
    std::stop_source source;
    std::jthread stopping([&source] {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        source.request_stop();
    });
    botwerk::run(waiting, {.server = "127.0.0.1:1", .token = "0"}, source.get_token());
    check(source.stop_requested(), "no end before the stop");

    const auto race = create_match("micro-robots", "solver");
    SlowBot slow;
    check(botwerk::play(slow, race.match().name(), {.token = race.seat_tokens(0).token()}).has_value(), "an end");
    check(slow.lost_races > 0, "a stop request in each lost race");

    try {
        botwerk::play(first, stopped.match().name(), {.token = std::string(32, '0')});
        check(false, "an error");
    } catch (const botwerk::RejectedError& error) {
        check(error.reason() == "BAD_TOKEN", "BAD_TOKEN, found " + error.reason());
    }
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
}

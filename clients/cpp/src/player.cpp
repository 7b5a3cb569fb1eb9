#include "player.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

namespace botwerk::detail {
namespace {

using namespace std::chrono_literals;

// Maximum number of rejected choices for one request. The server does not count a text that is no action.
constexpr int MAX_REJECTIONS = 10;

// Maximum time to leave a match.
constexpr auto LEAVE_TIMEOUT = 5s;

// Returns whether a request is the same as one that was received before, as after a reconnect.
bool is_same(const v1::ActionRequest& a, const v1::ActionRequest& b) {
    return a.turn() == b.turn() && a.part() == b.part() && a.view().view_hash() == b.view().view_hash();
}

// Returns whether the request is still open after the rejection of a choice.
bool leaves_request_open(v1::ErrorReason reason) {
    return reason == v1::ERROR_REASON_ILLEGAL_ACTION || reason == v1::ERROR_REASON_BAD_REQUEST ||
           reason == v1::ERROR_REASON_LIMIT_EXCEEDED || reason == v1::ERROR_REASON_TOO_LARGE;
}

}  // namespace

void Events::push(Event event) {
    {
        const std::lock_guard lock(mutex_);
        events_.push_back(std::move(event));
    }
    has_some_.notify_one();
}

std::optional<Events::Event> Events::pop(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!has_some_.wait(lock, stop, [this] { return !events_.empty(); }) || stop.stop_requested()) return {};
    auto event = std::move(events_.front());
    events_.pop_front();
    return event;
}

void Events::drop_stream() {
    const std::lock_guard lock(mutex_);
    std::erase_if(events_, [](const Event& event) { return !std::holds_alternative<MadeChoice>(event); });
}

PlayStream::PlayStream(v1::MatchService::Stub& stub, const v1::Join& join, Events& events,
                       const std::stop_token& stop)
    : cancel_(stop, [this] { context_.TryCancel(); }), stream_(stub.Play(&context_)) {
    v1::PlayRequest request;
    *request.mutable_join() = join;
    write(request);
    reader_ = std::jthread([this, &events] { read(events); });
}

PlayStream::~PlayStream() { context_.TryCancel(); }

void PlayStream::submit(const v1::Submission& submission) {
    v1::PlayRequest request;
    *request.mutable_submission() = submission;
    write(request);
}

void PlayStream::write(const v1::PlayRequest& request) {
    const std::lock_guard lock(writing_);
    if (!has_ended_) stream_->Write(request);
}

void PlayStream::read(Events& events) {
    v1::PlayResponse frame;
    while (stream_->Read(&frame)) events.push(frame);
    {
        const std::lock_guard lock(writing_);
        has_ended_ = true;
    }
    events.push(stream_->Finish());
}

Player::Player(Bot& bot, const Server& server, const std::string& match, const std::string& seat_token,
               std::stop_token stop)
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

// The thread of a choice in progress is joined, so the bot must know that its choice does not matter any more.
Player::~Player() { close_request(); }

std::optional<v1::MatchOver> Player::play() {
    try {
        play_connections();
    } catch (const RejectedError&) {
        throw;
    } catch (...) {
        leave();
        throw;
    }
    return std::move(over_);
}

void Player::play_connections() {
    for (;;) {
        address_.clear();
        is_redirected_ = false;
        const auto status = play_stream();
        stream_.reset();
        if (over_ || stop_.stop_requested()) return;
        if (address_.empty()) address_ = next_address(status);
        // To the server that plays the match, and back if it fails.
        const auto channel = address_.empty() ? channel_ : connect(address_);
        stub_ = v1::MatchService::NewStub(channel);
        reconnects_.wait(*channel, status, address_, stop_);
    }
}

// Leaves the match because the bot has thrown, so that its opponents need not wait.
void Player::leave() {
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

// Plays over one connection, until the match has ended or the connection has failed. Returns how the stream has
// ended.
grpc::Status Player::play_stream() {
    events_.drop_stream();
    has_joined_ = false;
    stream_.emplace(*stub_, join_, events_, stop_);
    while (!over_ && !is_redirected_) {
        const auto event = events_.pop(stop_);
        if (!event) break;
        if (const auto* status = std::get_if<grpc::Status>(&*event)) return *status;
        if (const auto* made = std::get_if<MadeChoice>(&*event)) handle_choice(*made);
        if (const auto* frame = std::get_if<v1::PlayResponse>(&*event)) handle(*frame);
    }
    return {};
}

void Player::handle(const v1::PlayResponse& frame) {
    switch (frame.kind_case()) {
        case v1::PlayResponse::kJoined:
            handle_joined(frame.joined());
            break;
        case v1::PlayResponse::kActionRequest:
            see(frame.action_request().seq());
            handle_request(frame.action_request());
            break;
        case v1::PlayResponse::kUpdate:
            see(frame.update().seq());
            // The race is decided: a seat that has not announced is too late.
            if (frame.update().has_race()) close_request();
            break;
        case v1::PlayResponse::kRejected:
            handle_rejected(frame.rejected());
            break;
        case v1::PlayResponse::kMatchOver:
            close_request();
            over_ = frame.match_over();
            if (match_) bot_.ended(*match_, *over_);
            break;
        default:
            break;
    }
}

void Player::handle_joined(const v1::Joined& joined) {
    has_joined_ = true;
    reconnects_.succeed();
    // A server without full durability loses its latest frames in a power failure, and uses their numbers again.
    join_.set_resume_after_seq(std::min(join_.resume_after_seq(), joined.seq()));
    match_ = std::make_shared<const v1::Joined>(joined);
    bot_.started(*match_);
}

void Player::see(std::uint64_t seq) { join_.set_resume_after_seq(std::max(join_.resume_after_seq(), seq)); }

// Answers a request: with the same submission as before if it is sent again.
void Player::handle_request(const v1::ActionRequest& message) {
    if (request_ && is_same(request_->message, message)) {
        request_->message = message;
        submit();
        return;
    }
    close_request();
    request_ = std::make_shared<OpenRequest>();
    request_->message = message;
    choose();
}

// Closes the open request, so that the bot can see that its choice does not matter any more.
void Player::close_request() {
    if (request_) request_->closed.request_stop();
    request_.reset();
}

// Lets the bot choose for the open request, unless it still computes another choice.
void Player::choose() {
    if (is_choosing_ || !request_ || request_->submission) return;
    is_choosing_ = true;
    // The thread has a copy of the message, which is replaced if the request is sent again.
    chooser_ = std::jthread([this, request = request_, match = match_, message = request_->message] {
        MadeChoice made{request, {}, {}};
        try {
            std::vector<std::string> legal;
            for (const auto& action : message.legal_actions()) legal.push_back(action.text());
            made.choice = bot_.choose(View{*match, message, request->closed.get_token()}, legal);
        } catch (...) {
            made.failure = std::current_exception();
        }
        events_.push(std::move(made));
    });
}

// Submits a choice if its request is still open.
void Player::handle_choice(const MadeChoice& made) {
    is_choosing_ = false;
    if (made.failure) std::rethrow_exception(made.failure);
    if (made.request == request_) {
        auto& submission = request_->submission.emplace();
        submission.set_turn(request_->message.turn());
        submission.set_part(request_->message.part());
        submission.set_text(made.choice->text);
        submission.set_effort(made.choice->effort);
        if (made.choice->score) submission.set_score(*made.choice->score);
        submission.set_comment(made.choice->comment);
        submit();
    }
    choose();
}

// Sends the submission, unless the connection has failed: the server then sends the request again.
void Player::submit() {
    if (!has_joined_ || !request_->submission) return;
    request_->submission->set_handle(request_->message.handle());
    stream_->submit(*request_->submission);
}

void Player::handle_rejected(const v1::Rejected& rejected) {
    const auto reason = rejected.error().reason();
    const RejectedError error(reason_text(reason), rejected.error().message());
    if (rejected.error().has_address()) {
        address_ = rejected.error().address();
        is_redirected_ = true;
        return;
    }
    if (!match_ || rejected.handle() == 0 || reason == v1::ERROR_REASON_REPLACED) {
        // A join may be rejected for a cause that passes; the stream is then tried again.
        if (!rejected.error().has_retry_delay_nanos()) throw error;
        is_redirected_ = true;
        return;
    }
    const bool answers_open = request_ && request_->submission && request_->message.turn() == rejected.turn() &&
                              request_->message.part() == rejected.part();
    if (!answers_open || !leaves_request_open(reason)) return;
    request_->submission.reset();
    request_->rejections += 1;
    if (request_->rejections >= MAX_REJECTIONS) throw std::runtime_error(error.what());
    bot_.rejected(View{*match_, request_->message, request_->closed.get_token()}, error);
    choose();
}

}  // namespace botwerk::detail

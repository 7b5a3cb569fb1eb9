package botwerk

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"runtime/debug"
	"time"

	"botwerk.dev/botwerk/botwerkv1"
)

// maxRejections is the maximum number of rejected choices for one request. The server does not count a text that is
// no action.
const maxRejections = 10

// leaveTimeout is the maximum time to leave a match.
const leaveTimeout = 5 * time.Second

// openRequest is a request that the server has sent, and the bot's answer.
type openRequest struct {
	message *botwerkv1.ActionRequest
	// cancel ends the context of the latest choice.
	cancel context.CancelFunc
	// submission is kept to be sent again after a reconnect.
	submission *botwerkv1.Submission
	rejections int
}

// madeChoice is what a bot has chosen for a request.
type madeChoice struct {
	request *openRequest
	choice  Choice
	err     error
}

// playFrame is what a stream has received.
type playFrame struct {
	response *botwerkv1.PlayResponse
	err      error
}

// player is a bot in one match. One goroutine owns its state; others receive frames and compute choices.
type player struct {
	bot       Bot
	options   *RunOptions
	client    followedClient
	log       *slog.Logger
	name      string
	seatToken string

	match *Match
	// seq is that of the latest frame.
	seq        uint64
	request    *openRequest
	stream     botwerkv1.MatchService_PlayClient
	choices    chan madeChoice
	isChoosing bool
}

func newPlayer(bot Bot, options *RunOptions, client *Client, name, seatToken string) *player {
	return &player{
		bot:       bot,
		options:   options,
		client:    followedClient{client: client},
		log:       options.Log.With("match", name),
		name:      name,
		seatToken: seatToken,
		// At most one choice is computed at a time, so its goroutine never waits.
		choices: make(chan madeChoice, 1),
	}
}

// play plays the match to its end, over as many connections as it takes.
func (p *player) play(ctx context.Context) (*botwerkv1.MatchOver, error) {
	defer p.client.close()
	defer p.closeRequest()
	over, err := p.playConnections(ctx)
	if _, ok := errors.AsType[*BotError](err); ok {
		p.leave(ctx)
	}
	return over, err
}

// leave leaves the match because the bot has failed, so that its opponents need not wait.
func (p *player) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(WithToken(ctx, p.seatToken), leaveTimeout)
	defer cancel()
	request := &botwerkv1.ResignSeatRequest{Match: p.name, HasCrashed: true}
	if _, err := p.client.current().Matches.ResignSeat(ctx, request); err != nil {
		p.log.Warn("the seat cannot leave", "error", err)
	}
}

// playConnections plays over as many connections as it takes.
func (p *player) playConnections(ctx context.Context) (*botwerkv1.MatchOver, error) {
	reconnects := &reconnects{log: p.log, server: p.client.current().server}
	for {
		over, err := p.playStream(ctx, reconnects)
		failed, ok := errors.AsType[*connectionError](err)
		if !ok {
			return over, err
		}
		if err := p.client.follow(failed.address); err != nil {
			return nil, err
		}
		if err := p.wait(ctx, reconnects.delay(failed.cause)); err != nil {
			return nil, err
		}
	}
}

// connectionError is the failure of a connection that is worth another attempt.
type connectionError struct {
	cause error
	// address is that of the server for the next attempt, or empty.
	address string
}

func (e *connectionError) Error() string { return e.cause.Error() }

// connectionFailure returns the error of a stream: a *connectionError if another attempt may succeed.
func connectionFailure(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	rejected := rejectedFromError(err)
	if rejected.isFinal() {
		return rejected
	}
	return &connectionError{cause: err, address: rejected.Address}
}

// playStream plays over one connection, until the match has ended or the connection has failed.
func (p *player) playStream(ctx context.Context, reconnects *reconnects) (*botwerkv1.MatchOver, error) {
	connection, cancel := context.WithCancel(ctx)
	defer cancel()
	defer func() { p.stream = nil }()
	stream, err := p.client.current().Matches.Play(connection)
	if err != nil {
		return nil, connectionFailure(ctx, err)
	}
	join := &botwerkv1.Join{
		Match:          p.name,
		SeatToken:      p.seatToken,
		ResumeAfterSeq: p.seq,
		ViewOptions:    &botwerkv1.ViewOptions{IncludeLegalActions: true, IncludeText: true},
	}
	// An error of Send is that of Recv.
	_ = stream.Send(&botwerkv1.PlayRequest{Kind: &botwerkv1.PlayRequest_Join{Join: join}})
	frames := make(chan playFrame)
	go receive(connection, stream, frames)
	for {
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case made := <-p.choices:
			if err := p.handleChoice(ctx, made); err != nil {
				return nil, err
			}
		case frame := <-frames:
			if frame.err != nil {
				return nil, connectionFailure(ctx, frame.err)
			}
			if frame.response.GetJoined() != nil {
				p.stream = stream
				reconnects.succeed()
			}
			over, err := p.handleFrame(ctx, frame.response)
			if over != nil || err != nil {
				return over, err
			}
		}
	}
}

// wait handles choices until it is time for the next connection.
func (p *player) wait(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-timer.C:
			return nil
		case made := <-p.choices:
			if err := p.handleChoice(ctx, made); err != nil {
				return err
			}
		}
	}
}

// receive passes the frames of a stream on until it ends.
func receive(ctx context.Context, stream botwerkv1.MatchService_PlayClient, frames chan<- playFrame) {
	for {
		response, err := stream.Recv()
		err = withoutEOF(err)
		select {
		case frames <- playFrame{response, err}:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// withoutEOF returns an error that says what the end of a stream is.
func withoutEOF(err error) error {
	if err == io.EOF {
		return errors.New("the server ended the stream")
	}
	return err
}

// handleFrame returns the end of the match if the frame is that.
func (p *player) handleFrame(ctx context.Context, frame *botwerkv1.PlayResponse) (*botwerkv1.MatchOver, error) {
	switch kind := frame.GetKind().(type) {
	case *botwerkv1.PlayResponse_Joined:
		// A server without full durability loses its latest frames in a power failure, and uses their numbers again.
		p.seq = min(p.seq, kind.Joined.GetSeq())
		p.match = newMatch(kind.Joined)
		if p.options.Started != nil {
			return nil, p.guard(func() { p.options.Started(ctx, p.match) })
		}
	case *botwerkv1.PlayResponse_ActionRequest:
		p.seq = max(p.seq, kind.ActionRequest.GetSeq())
		p.handleRequest(ctx, kind.ActionRequest)
	case *botwerkv1.PlayResponse_Update:
		p.seq = max(p.seq, kind.Update.GetSeq())
		if kind.Update.GetRace() != nil {
			// The race is decided: a seat that has not announced is too late.
			p.closeRequest()
		}
	case *botwerkv1.PlayResponse_Rejected:
		return nil, p.handleRejected(ctx, kind.Rejected)
	case *botwerkv1.PlayResponse_MatchStateChanged:
		p.log.Info(kind.MatchStateChanged.GetMessage())
	case *botwerkv1.PlayResponse_MatchOver:
		p.closeRequest()
		if p.options.Ended != nil && p.match != nil {
			return kind.MatchOver, p.guard(func() { p.options.Ended(ctx, p.match, kind.MatchOver) })
		}
		return kind.MatchOver, nil
	}
	return nil, nil
}

// handleRequest answers a request: with the same submission as before if it is sent again.
func (p *player) handleRequest(ctx context.Context, message *botwerkv1.ActionRequest) {
	if before := p.request; before != nil && isSame(before.message, message) {
		before.message = message
		p.submit(before)
		return
	}
	p.closeRequest()
	p.request = &openRequest{message: message, cancel: func() {}}
	p.choose(ctx)
}

// isSame returns whether a request is the same as one that was received before, as after a reconnect.
func isSame(a, b *botwerkv1.ActionRequest) bool {
	return a.GetTurn() == b.GetTurn() && a.GetPart() == b.GetPart() &&
		a.GetView().GetViewHash() == b.GetView().GetViewHash()
}

// closeRequest closes the open request, which tells the bot that its choice does not matter any more.
func (p *player) closeRequest() {
	if p.request != nil {
		p.request.cancel()
		p.request = nil
	}
}

// choose lets the bot choose for the open request, unless it still computes another choice.
func (p *player) choose(ctx context.Context) {
	if p.isChoosing || p.request == nil || p.request.submission != nil {
		return
	}
	p.isChoosing = true
	request, view := p.request, newView(p.match, p.request.message)
	request.cancel()
	ctx, request.cancel = context.WithCancel(ctx)
	go func() {
		made := madeChoice{request: request}
		panicked := p.guard(func() {
			var err error
			if made.choice, err = p.bot.Choose(ctx, view, view.Legal); err != nil {
				made.err = p.failure(err)
			}
		})
		if panicked != nil {
			made.err = panicked
		}
		p.choices <- made
	}()
}

// handleChoice submits a choice if its request is still open.
func (p *player) handleChoice(ctx context.Context, made madeChoice) error {
	p.isChoosing = false
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	_, hasPanicked := errors.AsType[*PanicError](made.err)
	// Once the request is closed, its context has ended, which a bot may report as an error.
	if made.err != nil && (hasPanicked || made.request == p.request) {
		return made.err
	}
	if made.request == p.request {
		p.request.submission = &botwerkv1.Submission{
			Turn:    made.request.message.GetTurn(),
			Part:    made.request.message.GetPart(),
			Text:    made.choice.Text,
			Effort:  made.choice.Effort,
			Score:   made.choice.Score,
			Comment: made.choice.Comment,
		}
		p.submit(p.request)
	}
	p.choose(ctx)
	return nil
}

// submit sends the submission of a request, unless the connection has failed: the server then sends the request
// again.
func (p *player) submit(request *openRequest) {
	if p.stream == nil || request.submission == nil {
		return
	}
	request.submission.Handle = request.message.GetHandle()
	kind := &botwerkv1.PlayRequest_Submission{Submission: request.submission}
	// An error of Send is that of Recv.
	_ = p.stream.Send(&botwerkv1.PlayRequest{Kind: kind})
}

// handleRejected returns an error if the match cannot be played on.
func (p *player) handleRejected(ctx context.Context, message *botwerkv1.Rejected) error {
	rejected := rejectedFromMessage(message.GetError())
	isPlayedElsewhere := rejected.Reason == botwerkv1.ErrorReason_ERROR_REASON_REPLACED || rejected.Address != ""
	if p.match == nil || message.GetHandle() == 0 || isPlayedElsewhere {
		return connectionFailure(ctx, rejected)
	}
	request := p.request
	if request == nil || request.submission == nil ||
		request.message.GetTurn() != message.GetTurn() || request.message.GetPart() != message.GetPart() {
		return nil
	}
	if !rejected.isOpen() {
		if !rejected.isExpected() {
			p.log.Warn(rejected.Error())
		}
		return nil
	}
	request.submission = nil
	request.rejections++
	if request.rejections >= maxRejections {
		return p.failure(rejected)
	}
	if p.options.Rejected != nil {
		view := newView(p.match, request.message)
		if err := p.guard(func() { p.options.Rejected(ctx, view, rejected) }); err != nil {
			return err
		}
	} else {
		p.log.Warn(rejected.Error())
	}
	p.choose(ctx)
	return nil
}

// failure returns the failure of the bot.
func (p *player) failure(cause error) error { return &BotError{Match: p.name, Err: cause} }

// guard calls a function of the bot's author and returns its panic as an error.
func (p *player) guard(call func()) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = p.failure(&PanicError{Value: value, Stack: debug.Stack()})
		}
	}()
	call()
	return nil
}

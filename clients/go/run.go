package botwerk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"botwerk.dev/botwerk/botwerkv1"
)

// defaultConcurrentMatches is the number of matches at the same time if [Options] do not set it.
const defaultConcurrentMatches = 4

// Options say how a bot runs. Everything is optional.
type Options struct {
	ConnectOptions
	// Server is the address, or several as in [Connect]: the bot follows its tournament and its matches. Defaults
	// to BOTWERK_SERVER, which a launched bot has in its environment.
	Server string
	// Token is that of the bot. Defaults to BOTWERK_BOT_TOKEN, which a launched bot has in its environment.
	Token string
	// MaxConcurrentMatches is the maximum number of matches at the same time. Defaults to 4.
	MaxConcurrentMatches uint32
	// Started is called when the bot has joined a match, and again after it has rejoined.
	Started func(*Match)
	// Ended is called when a match has ended.
	Ended func(*Match, *botwerkv1.MatchOver)
	// Rejected is called when the server rejects a choice; Choose is called again. Without this function the
	// rejection is logged.
	Rejected func(*View, *RejectedError)
	// Log receives messages about connections and rejections. Defaults to slog.Default().
	Log *slog.Logger
}

func (o *Options) logger() *slog.Logger {
	if o.Log != nil {
		return o.Log
	}
	return slog.Default()
}

// Run plays all matches to which a bot is invited, until its tournament has ended. A connection that fails is opened
// again, and matches continue where they were.
//
// Returns a [*RejectedError] if the server rejects the token, the error of the bot, or that of the context.
func Run(ctx context.Context, bot Bot, options Options) error {
	if err := setDefault(&options.Server, "BOTWERK_SERVER", "Options.Server"); err != nil {
		return err
	}
	if err := setDefault(&options.Token, "BOTWERK_BOT_TOKEN", "Options.Token"); err != nil {
		return err
	}
	if options.MaxConcurrentMatches == 0 {
		options.MaxConcurrentMatches = defaultConcurrentMatches
	}
	client, err := Connect(options.Server, options.ConnectOptions)
	if err != nil {
		return err
	}
	defer client.Close()
	invited := &invitedMatches{bot: bot, options: &options, client: client, matches: make(map[string]bool)}
	invited.online, invited.goOffline = context.WithCancelCause(ctx)
	defer invited.goOffline(nil)
	err = invited.playInvitations(ctx)
	// An error of one match, or of the stream of invitations, does not end the others.
	invited.waitGroup.Wait()
	if failure := invited.failure; failure != nil {
		return failure
	}
	return err
}

// Play plays one match to its end and returns how it ended. It follows the match to another server.
//
// Returns a [*RejectedError] if the seat cannot be joined, the error of the bot, or that of the context.
func Play(
	ctx context.Context, bot Bot, server, match, seatToken string, options Options,
) (*botwerkv1.MatchOver, error) {
	client, err := Connect(server, options.ConnectOptions)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	over, err := newPlayer(bot, &options, client, match, seatToken).play(ctx)
	return over, cause(err)
}

// cause returns the error as its author knows it.
func cause(err error) error {
	var failure *botError
	if errors.As(err, &failure) {
		return failure.cause
	}
	return err
}

func setDefault(value *string, variable, option string) error {
	if *value == "" {
		*value = os.Getenv(variable)
	}
	if *value == "" {
		return fmt.Errorf("%s: expected a value; set it, or %s", variable, option)
	}
	return nil
}

// invitedMatches are the matches that a bot plays because of invitations.
type invitedMatches struct {
	bot     Bot
	options *Options
	client  *Client
	// online ends once the bot has failed.
	online    context.Context
	goOffline context.CancelCauseFunc
	waitGroup sync.WaitGroup

	mutex   sync.Mutex
	matches map[string]bool
	failure error
}

// playInvitations starts the matches of all invitations until the bot takes no further part.
func (m *invitedMatches) playInvitations(ctx context.Context) error {
	log := m.options.logger()
	reconnects := &reconnects{log: log, server: m.options.Server}
	log.Info("connecting", "server", m.options.Server)
	// Another server may direct the bot's tournament.
	client := followedClient{client: m.client, options: m.options.ConnectOptions}
	defer client.close()
	for {
		hasEnded, err := m.readInvitations(ctx, client.current(), reconnects)
		if hasEnded || m.online.Err() != nil {
			return ctx.Err()
		}
		rejected := NewRejectedError(err)
		if rejected.isFinal() {
			return rejected
		}
		if err := client.follow(rejected.Address); err != nil {
			return err
		}
		select {
		case <-m.online.Done():
		case <-time.After(reconnects.delay(err)):
		}
	}
}

// readInvitations starts the matches of one stream of invitations. Returns whether the bot takes no further part, or
// why the stream has failed.
func (m *invitedMatches) readInvitations(
	ctx context.Context, client *Client, reconnects *reconnects,
) (bool, error) {
	request := &botwerkv1.StreamInvitationsRequest{MaxConcurrentMatches: m.options.MaxConcurrentMatches}
	stream, err := client.Bots.StreamInvitations(WithToken(m.online, m.options.Token), request)
	if err != nil {
		return false, err
	}
	for {
		frame, err := stream.Recv()
		if err != nil {
			return false, withoutEOF(err)
		}
		reconnects.succeed()
		switch kind := frame.GetKind().(type) {
		case *botwerkv1.StreamInvitationsResponse_Invitation:
			m.accept(ctx, kind.Invitation)
		case *botwerkv1.StreamInvitationsResponse_TournamentEnded:
			return true, nil
		case *botwerkv1.StreamInvitationsResponse_EntrantWithdrawn:
			withdrawn := kind.EntrantWithdrawn
			m.options.logger().Warn("withdrawn", "tournament", withdrawn.GetTournament(), "cause", withdrawn.GetMessage())
			return true, nil
		}
	}
}

// accept starts to play a match. An invitation is sent again after a reconnect.
func (m *invitedMatches) accept(ctx context.Context, invitation *botwerkv1.Invitation) {
	key := fmt.Sprintf("%s %d", invitation.GetMatch(), invitation.GetSeat())
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.matches[key] {
		return
	}
	m.matches[key] = true
	player := newPlayer(m.bot, m.options, m.client, invitation.GetMatch(), invitation.GetSeatToken())
	m.waitGroup.Go(func() {
		if _, err := player.play(ctx); err != nil && ctx.Err() == nil {
			m.handleError(key, player, err)
		}
	})
}

func (m *invitedMatches) handleError(key string, player *player, err error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	var failure *botError
	if errors.As(err, &failure) {
		player.log.Error("the bot failed", "error", failure.cause)
		if m.failure == nil {
			m.failure = failure.cause
		}
		m.goOffline(failure)
		return
	}
	// The match has ended or was taken over in the meantime. Another invitation is another try.
	delete(m.matches, key)
	player.log.Warn(err.Error())
}

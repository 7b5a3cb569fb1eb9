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

// defaultConcurrentMatches is the number of matches at the same time if [RunOptions] do not set it.
const defaultConcurrentMatches = 4

// RunOptions say how a bot plays. The zero value, and nil, mean the defaults. The functions are called by the
// goroutine of the match, with a context that is cancelled when the match is abandoned.
type RunOptions struct {
	// MaxConcurrentMatches is the maximum number of matches at the same time. Defaults to 4. [Client.Play] ignores
	// it.
	MaxConcurrentMatches uint32
	// Started is called when the bot has joined a match, and again after it has rejoined.
	Started func(context.Context, *Match)
	// Ended is called when a match has ended.
	Ended func(context.Context, *Match, *botwerkv1.MatchOver)
	// Rejected is called when the server rejects a choice; Choose is called again. Without this function the
	// rejection is logged.
	Rejected func(context.Context, *View, *RejectedError)
	// Log receives messages about connections and rejections. Defaults to slog.Default().
	Log *slog.Logger
}

// withDefaults returns a copy in which only the functions may be nil.
func (o *RunOptions) withDefaults() *RunOptions {
	var options RunOptions
	if o != nil {
		options = *o
	}
	if options.MaxConcurrentMatches == 0 {
		options.MaxConcurrentMatches = defaultConcurrentMatches
	}
	if options.Log == nil {
		options.Log = slog.Default()
	}
	return &options
}

// Run plays all matches to which a launched bot is invited: see [Client.Run]. The server and the token are those
// in its environment, BOTWERK_SERVER and BOTWERK_BOT_TOKEN.
func Run(ctx context.Context, bot Bot, options *RunOptions) error {
	server, err := environment("BOTWERK_SERVER")
	if err != nil {
		return err
	}
	token, err := environment("BOTWERK_BOT_TOKEN")
	if err != nil {
		return err
	}
	client, err := NewClient(server, nil)
	if err != nil {
		return err
	}
	defer client.Close()
	return client.Run(ctx, bot, token, options)
}

// Run plays all matches to which the bot of a token is invited, until its tournament has ended. A connection that
// fails is opened again, and matches continue where they were. The bot follows its tournament and its matches to
// other servers.
//
// Returns a [*RejectedError] if the server rejects the token, a [*BotError] if the bot has failed, or the error of
// the context.
func (c *Client) Run(ctx context.Context, bot Bot, token string, options *RunOptions) error {
	invited := &invitedMatches{
		bot: bot, token: token, options: options.withDefaults(), client: c, matches: make(map[string]bool),
	}
	online, goOffline := context.WithCancel(ctx)
	defer goOffline()
	invited.goOffline = goOffline
	err := invited.playInvitations(ctx, online)
	// An error of one match, or of the stream of invitations, does not end the others.
	invited.waitGroup.Wait()
	if invited.failure != nil {
		return invited.failure
	}
	return err
}

// Play plays one match to its end and returns how it ended. It follows the match to another server.
//
// Returns a [*RejectedError] if the seat cannot be joined, a [*BotError] if the bot has failed, or the error of
// the context.
func (c *Client) Play(
	ctx context.Context, bot Bot, match, seatToken string, options *RunOptions,
) (*botwerkv1.MatchOver, error) {
	return newPlayer(bot, options.withDefaults(), c, match, seatToken).play(ctx)
}

// environment returns what a launched bot has in its environment.
func environment(variable string) (string, error) {
	value := os.Getenv(variable)
	if value == "" {
		return "", fmt.Errorf("%s: expected a value; set it, or call Client.Run with a token", variable)
	}
	return value, nil
}

// invitedMatches are the matches that a bot plays because of invitations.
type invitedMatches struct {
	bot     Bot
	token   string
	options *RunOptions
	client  *Client
	// goOffline is called once the bot has failed.
	goOffline context.CancelFunc
	waitGroup sync.WaitGroup

	mutex   sync.Mutex
	matches map[string]bool
	failure *BotError
}

// playInvitations starts the matches of all invitations until the bot takes no further part, or online is
// cancelled.
func (m *invitedMatches) playInvitations(ctx, online context.Context) error {
	log, server := m.options.Log, m.client.server
	reconnects := &reconnects{log: log, server: server}
	log.Info("connecting", "server", server)
	// Another server may direct the bot's tournament.
	client := followedClient{client: m.client}
	defer client.close()
	for {
		hasEnded, err := m.readInvitations(ctx, online, client.current(), reconnects)
		if hasEnded || online.Err() != nil {
			return context.Cause(ctx)
		}
		rejected := rejectedFromError(err)
		if rejected.isFinal() {
			return rejected
		}
		if err := client.follow(rejected.Address); err != nil {
			return err
		}
		select {
		case <-online.Done():
		case <-time.After(reconnects.delay(err)):
		}
	}
}

// readInvitations starts the matches of one stream of invitations. Returns whether the bot takes no further part,
// or why the stream has failed.
func (m *invitedMatches) readInvitations(
	ctx, online context.Context, client *Client, reconnects *reconnects,
) (bool, error) {
	request := &botwerkv1.StreamInvitationsRequest{MaxConcurrentMatches: m.options.MaxConcurrentMatches}
	stream, err := client.Bots.StreamInvitations(WithToken(online, m.token), request)
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
			m.options.Log.Warn("withdrawn", "tournament", withdrawn.GetTournament(), "cause", withdrawn.GetMessage())
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
	if failure, ok := errors.AsType[*BotError](err); ok {
		player.log.Error("the bot failed", "error", failure.Err)
		if m.failure == nil {
			m.failure = failure
		}
		m.goOffline()
		return
	}
	// The match has ended or was taken over in the meantime. Another invitation is another try.
	delete(m.matches, key)
	player.log.Warn(err.Error())
}

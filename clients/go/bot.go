package botwerk

import (
	"context"
	"time"

	"botwerk.dev/botwerk/botwerkv1"
)

// Bot chooses the actions of a player.
type Bot interface {
	// Choose returns the next action, or a whole turn, in the notation of the game. legal has the legal actions.
	//
	// The context is cancelled once the request is closed, such as a race that another seat has won. Matches are
	// played in goroutines of their own, which call Choose concurrently, so state that belongs to one match needs
	// view.Match.Name as a key. An error, or a panic, ends [Run] after the bot's other matches have been played to
	// their ends.
	Choose(ctx context.Context, view *View, legal []string) (Choice, error)
}

// BotFunc is a function that is a [Bot].
type BotFunc func(ctx context.Context, view *View, legal []string) (Choice, error)

// Choose calls the function.
func (f BotFunc) Choose(ctx context.Context, view *View, legal []string) (Choice, error) {
	return f(ctx, view, legal)
}

// Choice is a turn in the notation of the game, and what the bot's search declares.
type Choice struct {
	// Text is one action, or several, separated as in the notation of the game.
	Text string
	// Effort is the number of search nodes, from which the time of an announcement follows on virtual time.
	Effort uint64
	// Score is the expected result for this player in the unit of the game, for adjudicated matches. Nil if the
	// bot has no expectation.
	Score *int32
	// Comment is what the bot says about its choice to those who read the match later. It is cut after 2,000 bytes.
	Comment string
}

// Match is a match that a bot plays.
type Match struct {
	// Name is the resource name, "matches/{id}".
	Name string
	// Game is the name of the game, such as "netzwerk".
	Game string
	// Options are all options of the match by name.
	Options map[string]string
	// Seats is the number of seats.
	Seats uint32
	// Player is the seat of the bot, from 0.
	Player uint32
	// VirtualTime tells whether races are decided by effort instead of by the clock.
	VirtualTime bool
	// Joined is the server's confirmation that the bot has joined, with the rules of the match.
	Joined *botwerkv1.Joined
}

func newMatch(joined *botwerkv1.Joined) *Match {
	setup := joined.GetSetup()
	options := make(map[string]string)
	for _, option := range setup.GetOptions() {
		options[option.GetName()] = option.GetValue()
	}
	return &Match{
		Name:        joined.GetMatch(),
		Game:        setup.GetGame(),
		Options:     options,
		Seats:       setup.GetSeats(),
		Player:      joined.GetSeat(),
		VirtualTime: joined.GetUsesVirtualTime(),
		Joined:      joined,
	}
}

// View is what a bot knows when it must act.
type View struct {
	// Match is the match.
	Match *Match
	// Request is the server's request, with clocks.
	Request *botwerkv1.ActionRequest
	// Legal are the legal actions in the notation of the game.
	Legal []string
}

func newView(match *Match, request *botwerkv1.ActionRequest) *View {
	legal := make([]string, len(request.GetLegalActions()))
	for i, info := range request.GetLegalActions() {
		legal[i] = info.GetText()
	}
	return &View{Match: match, Request: request, Legal: legal}
}

// Game returns the name of the game.
func (v *View) Game() string { return v.Match.Game }

// Player returns the seat of the bot, from 0.
func (v *View) Player() uint32 { return v.Match.Player }

// Stage returns the kind of decision, such as "race" or "show".
func (v *View) Stage() string { return v.Request.GetStage() }

// Text returns the view in the notation of positions.
func (v *View) Text() string { return v.Request.GetView().GetText() }

// Position returns the view as a message.
func (v *View) Position() *botwerkv1.Position { return v.Request.GetView().GetPosition() }

// Remaining returns the time that was left when the server sent the request, and false without a limit.
func (v *View) Remaining() (time.Duration, bool) {
	clocks := v.Request.GetClocks()
	if clocks == nil || clocks.RemainingNanos == nil {
		return 0, false
	}
	return time.Duration(*clocks.RemainingNanos), true
}

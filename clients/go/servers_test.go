package botwerk_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"botwerk.dev/botwerk"
	"botwerk.dev/botwerk/botwerkv1"
)

// nowhere is an address at which no server listens.
const nowhere = "127.0.0.1:1"

// request identifies a request to act.
type request struct {
	match      string
	turn, part uint32
}

// choiceCounter plays the first legal action and counts the choices for each request.
type choiceCounter struct {
	mutex   sync.Mutex
	choices map[request]int
}

func (c *choiceCounter) Choose(ctx context.Context, view *botwerk.View, legal []string) (botwerk.Choice, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.choices[request{view.Match.Name, view.Request.GetTurn(), view.Request.GetPart()}]++
	return first(ctx, view, legal)
}

// check checks that each request was chosen for once.
func (c *choiceCounter) check(t *testing.T) {
	t.Helper()
	if len(c.choices) < 4 {
		t.Error(c.choices)
	}
	for request, count := range c.choices {
		if count != 1 {
			t.Errorf("%v: %d choices", request, count)
		}
	}
}

func newChoiceCounter() *choiceCounter {
	return &choiceCounter{choices: make(map[request]int)}
}

// startServers starts two servers that share a database.
func startServers(t *testing.T) (*testServer, *testServer) {
	database := startPostgres(t)
	// Other tests take the cores for a second now and then.
	lease := []string{"--lease-secs", "2"}
	return startServerOf(t, database, lease...), startServerOf(t, database, lease...)
}

var shortMatch = &botwerkv1.GameOption{Name: "turn_cap", Value: "8"}

func TestSeatThatJoinsAtTheWrongServerPlaysToTheEnd(t *testing.T) {
	t.Parallel()
	owner, other := startServers(t)
	name, token := owner.createMatch(t, "netzwerk", shortMatch)
	bot := newChoiceCounter()
	joins := 0
	options := quiet
	options.Started = func(context.Context, *botwerk.Match) { joins++ }
	over, err := connect(t, nowhere+", "+other.address, nil).Play(t.Context(), bot, name, token, &options)
	check(t, err)
	if len(over.GetOutcome().GetPlaces()) != 2 || joins != 1 {
		t.Errorf("%v; %d joins", over, joins)
	}
	bot.check(t)
	if _, err := botwerk.NewClient("http://"+nowhere+",https://"+nowhere, nil); err == nil {
		t.Error("addresses of different schemes")
	}
}

func TestMatchEndsAtAnotherServerAfterItsOwnWasKilled(t *testing.T) {
	t.Parallel()
	owner, other := startServers(t)
	// One seat is at the first of its servers, the other one has followed its match.
	lists := []string{owner.address + "," + other.address, other.address + "," + owner.address}
	var playing, played sync.WaitGroup
	var kill sync.Once
	playing.Add(len(lists))
	bot := newChoiceCounter()
	choose := func(ctx context.Context, view *botwerk.View, legal []string) (botwerk.Choice, error) {
		if view.Request.GetTurn() == 2 && view.Request.GetPart() == 0 {
			playing.Done()
			playing.Wait()
			kill.Do(owner.kill)
		}
		return bot.Choose(ctx, view, legal)
	}
	for _, servers := range lists {
		client := connect(t, servers, nil)
		name, token := owner.createMatch(t, "netzwerk", shortMatch)
		played.Go(func() {
			joins := 0
			options := quiet
			options.Started = func(context.Context, *botwerk.Match) { joins++ }
			over, err := client.Play(t.Context(), botwerk.BotFunc(choose), name, token, &options)
			if err != nil || len(over.GetOutcome().GetPlaces()) != 2 || joins != 2 {
				t.Errorf("%v; %v; %d joins", err, over, joins)
			}
		})
	}
	played.Wait()
	bot.check(t)
}

func TestBotThatIsOnlineAtAnotherServerFollowsItsTournament(t *testing.T) {
	t.Parallel()
	owner, other := startServers(t)
	botToken := owner.createTournament(t, "netzwerk", "follower", 1)
	bot := newChoiceCounter()
	check(t, other.client.Run(t.Context(), bot, botToken, &quiet))
	bot.check(t)
	listed, err := owner.client.Tournaments.ListTournaments(t.Context(), &botwerkv1.ListTournamentsRequest{})
	check(t, err)
	if results := listed.GetTournaments()[0].GetResultCount(); results != 2 {
		t.Errorf("%d results", results)
	}
}

func TestInvitedBotContinuesAtAnotherServerAfterItsOwnWasKilled(t *testing.T) {
	t.Parallel()
	owner, other := startServers(t)
	client := connect(t, owner.address+","+other.address, nil)
	botToken := owner.createTournament(t, "netzwerk", "survivor", 1)
	var kill sync.Once
	bot := newChoiceCounter()
	choose := func(ctx context.Context, view *botwerk.View, legal []string) (botwerk.Choice, error) {
		if view.Request.GetTurn() == 2 {
			kill.Do(owner.kill)
		}
		return bot.Choose(ctx, view, legal)
	}
	check(t, client.Run(t.Context(), botwerk.BotFunc(choose), botToken, &quiet))
	bot.check(t)
	listed, err := other.client.Tournaments.ListTournaments(t.Context(), &botwerkv1.ListTournamentsRequest{})
	check(t, err)
	if results := listed.GetTournaments()[0].GetResultCount(); results != 2 {
		t.Errorf("%d results", results)
	}
}

func TestInvitedBotFollowsItsTournamentFromAServerThatHasLostItsLease(t *testing.T) {
	t.Parallel()
	owner, other := startServers(t)
	options := quiet
	botToken := owner.createTournament(t, "netzwerk", "waiter", 2)
	options.MaxConcurrentMatches = 1
	var suspend sync.Once
	bot := newChoiceCounter()
	choose := func(ctx context.Context, view *botwerk.View, legal []string) (botwerk.Choice, error) {
		if view.Request.GetTurn() == 2 {
			// The other server continues the match to which the bot was invited here.
			suspend.Do(func() { owner.suspend(4 * time.Second) })
		}
		return bot.Choose(ctx, view, legal)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	check(t, owner.client.Run(ctx, botwerk.BotFunc(choose), botToken, &options))
	bot.check(t)
	listed, err := other.client.Tournaments.ListTournaments(t.Context(), &botwerkv1.ListTournamentsRequest{})
	check(t, err)
	if results := listed.GetTournaments()[0].GetResultCount(); results != 4 {
		t.Errorf("%d results", results)
	}
}

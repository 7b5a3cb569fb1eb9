package botwerk_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"os"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"botwerk.dev/botwerk"
	"botwerk.dev/botwerk/botwerkv1"
)

// A bot that takes random legal actions plays all matches of its tournament. Botwerk launches it as the entrant
// `player = "grpc:./my_bot"`.
func ExampleRun() {
	choose := func(_ context.Context, _ *botwerk.View, legal []string) (botwerk.Choice, error) {
		return botwerk.Choice{Text: legal[rand.IntN(len(legal))]}, nil
	}
	if err := botwerk.Run(context.Background(), botwerk.BotFunc(choose), nil); err != nil {
		log.Fatal(err)
	}
}

// A registered bot connects from anywhere. It plays at most two matches at the same time.
func ExampleClient_Run() {
	client, err := botwerk.NewClient("https://play.example", nil)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	err = client.Run(context.Background(), firstLegal, os.Getenv("BOTWERK_BOT_TOKEN"), &botwerk.RunOptions{
		MaxConcurrentMatches: 2,
		Ended: func(_ context.Context, match *botwerk.Match, over *botwerkv1.MatchOver) {
			log.Print(match.Name, " places ", over.GetOutcome().GetPlaces())
		},
	})
	if failed, ok := errors.AsType[*botwerk.BotError](err); ok {
		log.Fatal(failed.Match, " has a defect: ", failed.Err)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// firstLegal plays the first legal action.
var firstLegal = botwerk.BotFunc(func(_ context.Context, _ *botwerk.View, legal []string) (botwerk.Choice, error) {
	return botwerk.Choice{Text: legal[0]}, nil
})

// A match against a built-in agent, played to its end.
func ExampleClient_Play() {
	ctx := context.Background()
	client, err := botwerk.NewClient(os.Getenv("BOTWERK_SERVER"), nil)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	created, err := client.Matches.CreateMatch(ctx, &botwerkv1.CreateMatchRequest{
		Setup: &botwerkv1.GameSetup{Game: "netzwerk"},
		Seats: []*botwerkv1.SeatSetup{{Name: "first-legal"}, {Agent: &botwerkv1.AgentSpec{Name: "random"}}},
	})
	if err != nil {
		log.Fatal(err)
	}
	match, seatToken := created.GetMatch().GetName(), created.GetSeatTokens()[0].GetToken()
	over, err := client.Play(ctx, firstLegal, match, seatToken, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(over.GetOutcome().GetPlaces()), "seats have places")
	// Output: 2 seats have places
}

// The services of a server need no bot.
func ExampleNewClient() {
	client, err := botwerk.NewClient(os.Getenv("BOTWERK_SERVER"), nil)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	game, err := client.Catalog.GetGame(context.Background(), &botwerkv1.GetGameRequest{Game: "netzwerk"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.GetSummary().GetTitle(), "has", game.GetSummary().GetMinSeats(), "seats")
	// Output: Netzwerk has 2 seats
}

// The rejection of a call for a match that does not exist.
func ExampleRejectedError() {
	ctx := context.Background()
	client, err := botwerk.NewClient(os.Getenv("BOTWERK_SERVER"), nil)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	_, err = client.Matches.ResignSeat(botwerk.WithToken(ctx, "secret"), &botwerkv1.ResignSeatRequest{Match: "matches/1"})
	rejected, ok := errors.AsType[*botwerk.RejectedError](err)
	fmt.Println(ok, rejected.Reason)
	fmt.Println(status.Code(err) == codes.NotFound)
	// The error of a call whose context has ended.
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	_, err = client.Catalog.ListGames(ctx, &botwerkv1.ListGamesRequest{})
	fmt.Println(errors.Is(err, context.Canceled))
	// Output:
	// true ERROR_REASON_NOT_FOUND
	// true
	// true
}

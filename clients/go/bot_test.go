package botwerk_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"botwerk.dev/botwerk"
	"botwerk.dev/botwerk/botwerkv1"
)

// first plays the first legal action.
func first(_ context.Context, _ *botwerk.View, legal []string) (botwerk.Choice, error) {
	return botwerk.Choice{Text: legal[0]}, nil
}

// quiet are options that print no messages.
var quiet = botwerk.RunOptions{Log: slog.New(slog.DiscardHandler)}

func expectReason(t *testing.T, err error, reason botwerkv1.ErrorReason) {
	t.Helper()
	if rejected, ok := errors.AsType[*botwerk.RejectedError](err); !ok || rejected.Reason != reason {
		t.Errorf("expected %s, found %v", reason, err)
	}
}

func TestBotPlaysParallelMatchesToTheirEnds(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	for _, game := range games(t) {
		for i := range 3 {
			t.Run(fmt.Sprintf("%s %d", game, i), func(t *testing.T) {
				t.Parallel()
				name, token := server.createMatch(t, game)
				var calls []string
				options := quiet
				options.Started = func(_ context.Context, match *botwerk.Match) { calls = append(calls, "started "+match.Name) }
				options.Ended = func(_ context.Context, match *botwerk.Match, _ *botwerkv1.MatchOver) {
					calls = append(calls, "ended "+match.Name)
				}
				choose := func(ctx context.Context, view *botwerk.View, legal []string) (botwerk.Choice, error) {
					if view.Game() != game || view.Player() != 0 || view.Position().GetGame() == nil {
						t.Errorf("%s %d %v", view.Game(), view.Player(), view.Position())
					}
					if view.Stage() == "" || view.Text() == "" {
						t.Errorf("stage %q, text %q", view.Stage(), view.Text())
					}
					return first(ctx, view, legal)
				}
				over, err := server.client.Play(t.Context(), botwerk.BotFunc(choose), name, token, &options)
				check(t, err)
				if len(over.GetOutcome().GetPlaces()) != 2 {
					t.Error(over)
				}
				if strings.Join(calls, ", ") != fmt.Sprintf("started %s, ended %[1]s", name) {
					t.Error(calls)
				}
			})
		}
	}
}

func TestBotPlaysATournamentByInvitations(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	options := quiet
	botToken := server.createTournament(t, "netzwerk", "invited", 3)
	options.MaxConcurrentMatches = 3
	var now, most atomic.Int32
	options.Started = func(context.Context, *botwerk.Match) {
		most.Store(max(most.Load(), now.Add(1)))
	}
	options.Ended = func(context.Context, *botwerk.Match, *botwerkv1.MatchOver) { now.Add(-1) }
	choose := func(_ context.Context, _ *botwerk.View, legal []string) (botwerk.Choice, error) {
		time.Sleep(time.Millisecond)
		return botwerk.Choice{Text: legal[0], Effort: 5, Score: new(int32(1))}, nil
	}
	check(t, server.client.Run(t.Context(), botwerk.BotFunc(choose), botToken, &options))
	if now.Load() != 0 || most.Load() < 2 || most.Load() > 3 {
		t.Errorf("%d matches left, %d at a time", now.Load(), most.Load())
	}
}

func TestIllegalChoiceIsReportedAndChosenAgain(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	name, token := server.createMatch(t, "netzwerk", &botwerkv1.GameOption{Name: "turn_cap", Value: "4"})
	var reasons []botwerkv1.ErrorReason
	options := quiet
	options.Rejected = func(_ context.Context, _ *botwerk.View, err *botwerk.RejectedError) {
		reasons = append(reasons, err.Reason)
	}
	choices := 0
	choose := func(ctx context.Context, view *botwerk.View, legal []string) (botwerk.Choice, error) {
		if choices++; choices == 1 {
			return botwerk.Choice{Text: "a1-a9"}, nil
		}
		return first(ctx, view, legal)
	}
	_, err := server.client.Play(t.Context(), botwerk.BotFunc(choose), name, token, &options)
	check(t, err)
	if len(reasons) != 1 || reasons[0] != botwerkv1.ErrorReason_ERROR_REASON_ILLEGAL_ACTION {
		t.Error(reasons)
	}
	// The server does not count a text that is no action.
	name, token = server.createMatch(t, "netzwerk")
	useless := func(context.Context, *botwerk.View, []string) (botwerk.Choice, error) {
		return botwerk.Choice{Text: "?"}, nil
	}
	_, err = server.client.Play(t.Context(), botwerk.BotFunc(useless), name, token, &quiet)
	expectReason(t, err, botwerkv1.ErrorReason_ERROR_REASON_ILLEGAL_ACTION)
}

func TestWrongTokensAreRejectedWithReasons(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	name, _ := server.createMatch(t, "netzwerk")
	wrong := strings.Repeat("0", 32)
	_, err := server.client.Play(t.Context(), botwerk.BotFunc(first), name, wrong, &quiet)
	expectReason(t, err, botwerkv1.ErrorReason_ERROR_REASON_BAD_TOKEN)
	_, err = server.client.Play(t.Context(), botwerk.BotFunc(first), "matches/"+wrong, wrong, &quiet)
	expectReason(t, err, botwerkv1.ErrorReason_ERROR_REASON_NOT_FOUND)
	err = server.client.Run(t.Context(), botwerk.BotFunc(first), wrong, &quiet)
	expectReason(t, err, botwerkv1.ErrorReason_ERROR_REASON_BAD_TOKEN)
	err = botwerk.Run(t.Context(), botwerk.BotFunc(first), nil)
	if err == nil || !strings.Contains(err.Error(), "BOTWERK_BOT_TOKEN") {
		t.Error(err)
	}
}

func TestBotEndsWhenANewerStreamPlaysItsSeat(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	name, token := server.createMatch(t, "netzwerk")
	isChoosing, replaced := make(chan struct{}), make(chan error)
	wait := func(ctx context.Context, _ *botwerk.View, _ []string) (botwerk.Choice, error) {
		close(isChoosing)
		<-ctx.Done()
		return botwerk.Choice{}, ctx.Err()
	}
	go func() {
		_, err := server.client.Play(t.Context(), botwerk.BotFunc(wait), name, token, &quiet)
		replaced <- err
	}()
	<-isChoosing
	_, err := server.client.Play(t.Context(), botwerk.BotFunc(first), name, token, &quiet)
	check(t, err)
	expectReason(t, <-replaced, botwerkv1.ErrorReason_ERROR_REASON_REPLACED)
}

func TestErrorOfABotIsReturnedAfterItsOtherMatches(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	noIdea := errors.New("no idea")
	for _, kind := range []string{"error", "panic"} {
		options := quiet
		botToken := server.createTournament(t, "netzwerk", kind, 2)
		options.MaxConcurrentMatches = 2
		var mutex sync.Mutex
		started, ended, broken := map[string]bool{}, map[string]bool{}, ""
		options.Started = func(_ context.Context, match *botwerk.Match) {
			mutex.Lock()
			defer mutex.Unlock()
			if started[match.Name] = true; len(started) == 2 && broken == "" {
				broken = match.Name
			}
		}
		options.Ended = func(_ context.Context, match *botwerk.Match, _ *botwerkv1.MatchOver) {
			mutex.Lock()
			defer mutex.Unlock()
			ended[match.Name] = true
		}
		choose := func(ctx context.Context, view *botwerk.View, legal []string) (botwerk.Choice, error) {
			mutex.Lock()
			defer mutex.Unlock()
			// The second match of the two fails at its first turn, while the other one is in progress.
			if view.Match.Name != broken {
				return first(ctx, view, legal)
			}
			if kind == "panic" {
				panic(noIdea)
			}
			return botwerk.Choice{}, noIdea
		}
		err := server.client.Run(t.Context(), botwerk.BotFunc(choose), botToken, &options)
		failed, ok := errors.AsType[*botwerk.BotError](err)
		if !ok || failed.Match != broken || !errors.Is(err, noIdea) || len(ended) == 0 || ended[broken] {
			t.Errorf("%v; broken %s, ended %v", err, broken, ended)
		}
		if _, ok := errors.AsType[*botwerk.PanicError](err); ok != (kind == "panic") {
			t.Error(kind, err)
		}
	}
}

func TestBotStopsWithItsContext(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	name, token := server.createMatch(t, "netzwerk")
	ctx, stop := context.WithCancel(t.Context())
	choose := func(ctx context.Context, _ *botwerk.View, _ []string) (botwerk.Choice, error) {
		stop()
		<-ctx.Done()
		return botwerk.Choice{}, ctx.Err()
	}
	_, err := server.client.Play(ctx, botwerk.BotFunc(choose), name, token, &quiet)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestBotPlaysOnAfterTheServerWasKilled(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	options := quiet
	botToken := server.createTournament(t, "netzwerk", "survivor", 1)
	var mutex sync.Mutex
	joins := map[string]int{}
	options.Started = func(_ context.Context, match *botwerk.Match) {
		mutex.Lock()
		defer mutex.Unlock()
		joins[match.Name]++
	}
	var once sync.Once
	choose := func(ctx context.Context, view *botwerk.View, legal []string) (botwerk.Choice, error) {
		if view.Request.GetTurn() == 3 {
			once.Do(server.crash)
		}
		return first(ctx, view, legal)
	}
	check(t, server.client.Run(t.Context(), botwerk.BotFunc(choose), botToken, &options))
	if len(joins) != 2 || !slices.Contains(slices.Collect(maps.Values(joins)), 2) {
		t.Error(joins)
	}
	listed, err := server.client.Tournaments.ListTournaments(t.Context(), &botwerkv1.ListTournamentsRequest{})
	check(t, err)
	if results := listed.GetTournaments()[0].GetResultCount(); results != 2 {
		t.Errorf("%d results", results)
	}
}

func TestClientTrustsTheAuthorityThatItIsGiven(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	key, certificate := filepath.Join(folder, "key.pem"), filepath.Join(folder, "certificate.pem")
	command := exec.Command("openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt",
		"ec_paramgen_curve:prime256v1", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
		"-addext", "basicConstraints=critical,CA:FALSE", "-keyout", key, "-out", certificate)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatal(err, string(output))
	}
	server := startServer(t, "--tls-cert", certificate, "--tls-key", key)
	ca, err := os.ReadFile(certificate)
	check(t, err)
	trusting, err := botwerk.NewClient(server.address, &botwerk.ClientOptions{CA: ca, AdminToken: "unused"})
	check(t, err)
	defer trusting.Close()
	listed, err := trusting.Catalog.ListGames(t.Context(), &botwerkv1.ListGamesRequest{})
	check(t, err)
	if len(listed.GetGames()) != len(games(t)) {
		t.Error(listed)
	}
	distrusting, err := botwerk.NewClient("https://"+server.address, nil)
	check(t, err)
	defer distrusting.Close()
	_, err = distrusting.Catalog.ListGames(t.Context(), &botwerkv1.ListGamesRequest{})
	if status.Code(err) != codes.Unavailable {
		t.Error(err)
	}
	for _, server := range []string{"ftp://127.0.0.1:1", "https://127.0.0.1:1"} {
		if _, err := botwerk.NewClient(server, &botwerk.ClientOptions{CA: []byte("no certificate")}); err == nil {
			t.Error(server)
		}
	}
}

func TestTokenOfAContextReplacesTheAdminToken(t *testing.T) {
	t.Parallel()
	adminToken := strings.Repeat("a", 64)
	file := filepath.Join(t.TempDir(), "admin_token")
	check(t, os.WriteFile(file, []byte(adminToken), 0o600))
	server := startServer(t, "--admin-token-file", file)
	server.client = connect(t, server.address, &botwerk.ClientOptions{AdminToken: adminToken})
	name, token := server.createMatch(t, "netzwerk")
	request := &botwerkv1.ResignSeatRequest{Match: name, HasCrashed: true}
	_, err := server.client.Matches.ResignSeat(t.Context(), request)
	expectReason(t, err, botwerkv1.ErrorReason_ERROR_REASON_BAD_TOKEN)
	_, err = server.client.Matches.ResignSeat(botwerk.WithToken(t.Context(), token), request)
	check(t, err)
	_, err = server.client.Matches.ResignSeat(botwerk.WithToken(t.Context(), token+"\n"), request)
	if status.Code(err) != codes.Unauthenticated {
		t.Error(err)
	}
}

package botwerk_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"botwerk.dev/botwerk"
	"botwerk.dev/botwerk/botwerkv1"
)

// program is the path of the program: the one that BOTWERK names, or else the one that `cargo build` makes.
var program string

// TestMain runs the tests, and the examples against a server of their own.
func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	name := cmp.Or(os.Getenv("BOTWERK"), "../../target/debug/botwerk")
	path, err := filepath.Abs(name)
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%v; run cargo build, or name the program in BOTWERK\n", err)
		return 1
	}
	program = path
	server, address, err := serve("127.0.0.1:0", ":memory:")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer server.Wait()
	defer server.Process.Kill()
	os.Setenv("BOTWERK_SERVER", address)
	return m.Run()
}

// serve starts a server of a database, and returns its process and its address.
func serve(listen, database string, arguments ...string) (*exec.Cmd, string, error) {
	common := []string{"serve", "--json", "--log-level", "error", "--listen", listen, "--db", database}
	server := exec.Command(program, append(common, arguments...)...)
	server.Stderr = os.Stderr
	output, err := server.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := server.Start(); err != nil {
		return nil, "", err
	}
	var started struct{ Listening string }
	err = json.NewDecoder(output).Decode(&started)
	return server, started.Listening, err
}

// games returns the games of the program, which may have others than those of Botwerk.
func games(t *testing.T) []string {
	t.Helper()
	listed, err := exec.Command(program, "--json", "game", "list").Output()
	check(t, err)
	var names []string
	for line := range strings.Lines(string(listed)) {
		var listed struct{ Game string }
		check(t, json.Unmarshal([]byte(line), &listed))
		names = append(names, listed.Game)
	}
	return names
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// testServer is a real server with a database of its own.
type testServer struct {
	t        *testing.T
	database string
	process  *exec.Cmd
	address  string
	client   *botwerk.Client
}

// startServer starts a server with further arguments of `botwerk serve`. It ends with the test.
func startServer(t *testing.T, arguments ...string) *testServer {
	t.Helper()
	return startServerOf(t, filepath.Join(t.TempDir(), "botwerk.db"), arguments...)
}

// startServerOf starts a server of a database: see startServer.
func startServerOf(t *testing.T, database string, arguments ...string) *testServer {
	t.Helper()
	server := &testServer{t: t, database: database, address: "127.0.0.1:0"}
	server.start(arguments...)
	t.Cleanup(server.kill)
	server.client = connect(t, server.address, nil)
	return server
}

// connect returns a client, which is closed with the test.
func connect(t *testing.T, address string, options *botwerk.ClientOptions) *botwerk.Client {
	t.Helper()
	client, err := botwerk.NewClient(address, options)
	check(t, err)
	t.Cleanup(func() { client.Close() })
	return client
}

func (s *testServer) start(arguments ...string) {
	s.t.Helper()
	var err error
	s.process, s.address, err = serve(s.address, s.database, arguments...)
	check(s.t, err)
}

func (s *testServer) kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

// suspend stops the process for a time, so that it notices nothing in the meantime.
func (s *testServer) suspend(duration time.Duration) {
	_ = s.process.Process.Signal(syscall.SIGSTOP)
	time.Sleep(duration)
	_ = s.process.Process.Signal(syscall.SIGCONT)
}

// crash ends the process at once, and starts it again at the same address.
func (s *testServer) crash() {
	s.kill()
	s.start()
}

// createMatch creates a match of an open seat against `random`; returns its name and the token of the seat.
func (s *testServer) createMatch(t *testing.T, game string, options ...*botwerkv1.GameOption) (string, string) {
	t.Helper()
	created, err := s.client.Matches.CreateMatch(t.Context(), &botwerkv1.CreateMatchRequest{
		Setup:           &botwerkv1.GameSetup{Game: game, Options: options},
		Seats:           []*botwerkv1.SeatSetup{{Name: "bot"}, {Agent: &botwerkv1.AgentSpec{Name: "random"}}},
		Seed:            "7",
		UsesVirtualTime: true,
	})
	check(t, err)
	return created.GetMatch().GetName(), created.GetSeatTokens()[0].GetToken()
}

// createTournament creates a round robin of a registered bot against `random`, whose token is returned.
func (s *testServer) createTournament(t *testing.T, game, name string, cycles uint32) string {
	t.Helper()
	registered, err := s.client.Bots.RegisterBot(t.Context(), &botwerkv1.RegisterBotRequest{
		Name: name, Games: []string{game},
	})
	check(t, err)
	roundRobin := &botwerkv1.TournamentFormat_RoundRobin{RoundRobin: &botwerkv1.RoundRobin{Cycles: cycles}}
	random := &botwerkv1.Entrant_Agent{Agent: &botwerkv1.AgentSpec{Name: "random"}}
	_, err = s.client.Organizer.CreateTournament(t.Context(), &botwerkv1.CreateTournamentRequest{
		Setup: &botwerkv1.TournamentSetup{
			Name:   name,
			Setup:  &botwerkv1.GameSetup{Game: game},
			Format: &botwerkv1.TournamentFormat{Kind: roundRobin},
			Entrants: []*botwerkv1.Entrant{
				{Name: name, Player: &botwerkv1.Entrant_Bot{Bot: name}},
				{Name: "random", Player: random},
			},
			UsesVirtualTime: true,
		},
	})
	check(t, err)
	return registered.GetBotToken()
}

package botwerk_test

import (
	"bufio"
	"encoding/json"
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

// program returns the program: the one that BOTWERK names, or else the one that `cargo build` makes.
func program(t *testing.T) string {
	t.Helper()
	name := os.Getenv("BOTWERK")
	if name == "" {
		name = "../../target/debug/botwerk"
	}
	path, err := filepath.Abs(name)
	check(t, err)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v; run cargo build, or name the program in BOTWERK", err)
	}
	return path
}

// games returns the games of the program, which may have others than those of Botwerk.
func games(t *testing.T) []string {
	t.Helper()
	listed, err := exec.Command(program(t), "--json", "game", "list").Output()
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
	server.connect(botwerk.ConnectOptions{})
	return server
}

// connect connects the client of the server.
func (s *testServer) connect(options botwerk.ConnectOptions) {
	s.t.Helper()
	client, err := botwerk.Connect(s.address, options)
	check(s.t, err)
	s.t.Cleanup(func() { client.Close() })
	s.client = client
}

func (s *testServer) start(arguments ...string) {
	s.t.Helper()
	common := []string{"serve", "--json", "--log-level", "error", "--listen", s.address, "--db", s.database}
	s.process = exec.Command(program(s.t), append(common, arguments...)...)
	s.process.Stderr = os.Stderr
	output, err := s.process.StdoutPipe()
	check(s.t, err)
	check(s.t, s.process.Start())
	line, err := bufio.NewReader(output).ReadBytes('\n')
	check(s.t, err)
	var started struct{ Listening string }
	check(s.t, json.Unmarshal(line, &started))
	s.address = started.Listening
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

package botwerk

import (
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestProxyIsNamedForOtherMachinesOnly runs itself again: the environment of a process is read once.
func TestProxyIsNamedForOtherMachinesOnly(t *testing.T) {
	const marker = "BOTWERK_TEST_PROXY"
	if os.Getenv(marker) == "" {
		command := exec.Command(os.Args[0], "-test.run", "^TestProxyIsNamedForOtherMachinesOnly$")
		command.Env = append(os.Environ(), marker+"=1", "HTTPS_PROXY=http://me:secret@127.0.0.1:9",
			"NO_PROXY=excepted.example")
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatal(err, string(output))
		}
		return
	}
	text := proxyText("https://play.example,https://other.example")
	if !strings.Contains(text, "through the proxy http://me:xxxxx@127.0.0.1:9 of HTTPS_PROXY") {
		t.Errorf("%q", text)
	}
	for _, server := range []string{"localhost:1", "127.0.0.1:4270", "http://127.1.2.3:1", "https://[::1]:1",
		"https://excepted.example"} {
		if text := proxyText(server); text != "" {
			t.Errorf("%s: %q", server, text)
		}
	}
	// The failure of a connection through the proxy names it.
	client, err := NewClient("play.example:1", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var log strings.Builder
	attempts := &reconnects{log: slog.New(slog.NewTextHandler(&log, nil)), server: client.server}
	attempts.delay(http.ErrServerClosed)
	if !strings.Contains(log.String(), "127.0.0.1:9") {
		t.Error(log.String())
	}
}

package botwerk

import (
	"log/slog"
	"math/rand/v2"
	"time"
)

const (
	// minDelay is the delay before the first reconnect. It doubles with every further one.
	minDelay = 100 * time.Millisecond
	// maxDelay is the maximum delay before a reconnect.
	maxDelay = 2 * time.Second
	// failuresPerMessage is the number of failures between two messages about the same outage.
	failuresPerMessage = 15
)

// reconnects counts the attempts to connect.
type reconnects struct {
	log      *slog.Logger
	server   string
	failures int
}

// succeed records that the server has answered.
func (r *reconnects) succeed() {
	if r.failures > 0 {
		r.log.Info("connected again", "server", r.server)
	}
	r.failures = 0
}

// delay records a failure and returns the time before the next attempt, with a random part so that bots do not
// connect all at once.
func (r *reconnects) delay(cause error) time.Duration {
	if r.failures%failuresPerMessage == 0 {
		r.log.Warn("connecting again", "server", r.server, "error", rejectedFromError(cause).Message+proxyText(r.server))
	}
	delay := min(minDelay<<min(r.failures, 10), maxDelay)
	r.failures++
	return time.Duration(float64(delay) * (0.75 + rand.Float64()/2))
}

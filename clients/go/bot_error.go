package botwerk

import "fmt"

// BotError is the failure of a bot, which has left its match: an error that it has returned, its panic as a
// [*PanicError], or the [*RejectedError] of the last of too many rejected choices.
type BotError struct {
	// Match is the name of the match.
	Match string
	// Err is the cause.
	Err error
}

// Error returns the match and the cause.
func (e *BotError) Error() string { return fmt.Sprintf("the bot failed in %s: %v", e.Match, e.Err) }

// Unwrap returns the cause.
func (e *BotError) Unwrap() error { return e.Err }

// PanicError is a panic of a bot.
type PanicError struct {
	// Value is what the bot has passed to panic.
	Value any
	// Stack is the stack of the goroutine, as text.
	Stack []byte
}

// Error returns the value and the stack.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// Unwrap returns the value if it is an error, and nil otherwise.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

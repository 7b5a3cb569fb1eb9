package botwerk

import (
	"context"
	"errors"
	"strings"
)

// tokenKey is the key of the token in a context.
type tokenKey struct{}

// WithToken returns a context whose calls present the token of a seat, a bot, an environment or the owner of a match,
// instead of the admin token.
func WithToken(ctx context.Context, token string) context.Context {
	return context.WithValue(ctx, tokenKey{}, token)
}

// bearerTokens adds to each call the token of its context, or else the admin token if there is one.
type bearerTokens struct{ admin string }

// GetRequestMetadata returns the metadata of a call. Errors do not quote the token.
func (t bearerTokens) GetRequestMetadata(ctx context.Context, _ ...string) (map[string]string, error) {
	token, isOwn := ctx.Value(tokenKey{}).(string)
	if !isOwn {
		token = t.admin
	}
	if token == "" {
		return nil, nil
	}
	isInvisible := func(letter rune) bool { return letter <= ' ' || letter > '~' }
	if strings.ContainsFunc(token, isInvisible) {
		return nil, errors.New("token: expected visible ASCII characters only, found others")
	}
	return map[string]string{"authorization": "Bearer " + token}, nil
}

// RequireTransportSecurity returns false: servers of a local network may be without TLS.
func (bearerTokens) RequireTransportSecurity() bool { return false }

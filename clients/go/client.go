package botwerk

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"

	"botwerk.dev/botwerk/botwerkv1"
)

// maxMessageBytes is the maximum size of a message: the results of an environment's step are large.
const maxMessageBytes = 256 << 20

// ClientOptions say how a [Client] connects. The zero value, and nil, mean the defaults.
type ClientOptions struct {
	// AdminToken is the server's admin token, for calls that require it.
	AdminToken string
	// CA has the certificates of the trusted authorities, in PEM format. Defaults to the file that BOTWERK_CA
	// names, or else to the authorities of the system. With authorities an address without a scheme means https.
	CA []byte
}

// Client has the services of a server over one connection. Its methods and services may be used by several
// goroutines.
//
// Errors of calls are a [*RejectedError].
type Client struct {
	// Analysis searches and solves positions.
	Analysis botwerkv1.AnalysisServiceClient
	// Bots registers bots and streams their invitations.
	Bots botwerkv1.BotServiceClient
	// Catalog lists games, agents and rulesets.
	Catalog botwerkv1.CatalogServiceClient
	// Envs has environments, whose matches are stepped together.
	Envs botwerkv1.EnvServiceClient
	// Matches creates, plays and watches matches.
	Matches botwerkv1.MatchServiceClient
	// Organizer creates, changes and ends tournaments.
	Organizer botwerkv1.OrganizerServiceClient
	// Rules has the rules as stateless functions.
	Rules botwerkv1.RulesServiceClient
	// Tournaments has tournaments with their standings and pairings.
	Tournaments botwerkv1.TournamentServiceClient

	server     string
	options    ClientOptions
	connection *grpc.ClientConn
}

// NewClient returns a client for an address such as "127.0.0.1:4270" or "https://play.example". It connects on the
// first call. The addresses of servers that share a database can be given together, separated by commas: the
// client uses the first that answers, also after its connection has failed. Close the client after use.
//
// Returns an error if an address or the authorities are not valid.
func NewClient(server string, options *ClientOptions) (*Client, error) {
	if options == nil {
		options = &ClientOptions{}
	}
	ca := options.CA
	if file := os.Getenv("BOTWERK_CA"); ca == nil && file != "" {
		var err error
		if ca, err = os.ReadFile(file); err != nil {
			return nil, fmt.Errorf("BOTWERK_CA: %w", err)
		}
	}
	defaultScheme := "http"
	if ca != nil {
		defaultScheme = "https"
	}
	servers, scheme := manual.NewBuilderWithScheme("botwerk"), ""
	var state resolver.State
	for given := range strings.SplitSeq(server, ",") {
		addressScheme, address := parseAddress(strings.TrimSpace(given), defaultScheme)
		if scheme != "" && scheme != addressScheme {
			return nil, fmt.Errorf("%s: expected %s:// for all addresses, found %s://", server, scheme, addressScheme)
		}
		scheme = addressScheme
		state.Addresses = append(state.Addresses, resolver.Address{Addr: address, ServerName: address})
	}
	servers.InitialState(state)
	transport, err := transportCredentials(scheme, ca)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", server, err)
	}
	dialOptions := append(dialOptions(options.AdminToken), transport, grpc.WithResolvers(servers))
	if isLoopback(state.Addresses[0].Addr) {
		dialOptions = append(dialOptions, grpc.WithNoProxy())
	}
	// The first address decides whether a proxy is used.
	connection, err := grpc.NewClient("botwerk:///"+state.Addresses[0].Addr, dialOptions...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", server, err)
	}
	return &Client{
		Analysis:    botwerkv1.NewAnalysisServiceClient(connection),
		Bots:        botwerkv1.NewBotServiceClient(connection),
		Catalog:     botwerkv1.NewCatalogServiceClient(connection),
		Envs:        botwerkv1.NewEnvServiceClient(connection),
		Matches:     botwerkv1.NewMatchServiceClient(connection),
		Organizer:   botwerkv1.NewOrganizerServiceClient(connection),
		Rules:       botwerkv1.NewRulesServiceClient(connection),
		Tournaments: botwerkv1.NewTournamentServiceClient(connection),
		server:      server,
		options:     *options,
		connection:  connection,
	}, nil
}

// Close closes the connection. Calls in progress fail.
func (c *Client) Close() error {
	return c.connection.Close()
}

// parseAddress returns the scheme of an address, and its host with the port.
func parseAddress(given, defaultScheme string) (string, string) {
	scheme, address, hasScheme := strings.Cut(given, "://")
	if !hasScheme {
		scheme, address = defaultScheme, given
	}
	address = strings.TrimSuffix(address, "/")
	if strings.LastIndexByte(address, ':') > strings.LastIndexByte(address, ']') {
		return scheme, address
	}
	if scheme == "https" {
		return scheme, address + ":443"
	}
	return scheme, address + ":80"
}

// transportCredentials returns whether and how TLS is used.
func transportCredentials(scheme string, ca []byte) (grpc.DialOption, error) {
	switch scheme {
	case "http":
		return grpc.WithTransportCredentials(insecure.NewCredentials()), nil
	case "https":
		config := &tls.Config{MinVersion: tls.VersionTLS12}
		if ca != nil {
			config.RootCAs = x509.NewCertPool()
			if !config.RootCAs.AppendCertsFromPEM(ca) {
				return nil, errors.New("authorities: no certificate found; expected PEM format")
			}
		}
		return grpc.WithTransportCredentials(credentials.NewTLS(config)), nil
	default:
		return nil, fmt.Errorf("expected http:// or https://, found %s://", scheme)
	}
}

// dialOptions returns the options of all connections: a dead one is noticed after 15 s, a new one is tried within
// 2 s.
func dialOptions(adminToken string) []grpc.DialOption {
	retries := backoff.Config{BaseDelay: minDelay, Multiplier: 1.6, Jitter: 0.2, MaxDelay: maxDelay}
	return []grpc.DialOption{
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: retries, MinConnectTimeout: 5 * time.Second}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, Timeout: 5 * time.Second}),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessageBytes)),
		grpc.WithPerRPCCredentials(bearerTokens{adminToken}),
		grpc.WithUnaryInterceptor(rejectUnary),
		grpc.WithStreamInterceptor(rejectStream),
	}
}

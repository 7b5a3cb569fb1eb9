package botwerk

import (
	"context"
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
	"google.golang.org/grpc/metadata"

	"botwerk.dev/botwerk/botwerkv1"
)

// maxMessageBytes is the maximum size of a message: the results of an environment's step are large.
const maxMessageBytes = 256 << 20

// ConnectOptions say how a client connects.
type ConnectOptions struct {
	// AdminToken is the server's admin token, for calls that require it.
	AdminToken string
	// CA has the certificates of the trusted authorities, in PEM format. Defaults to the file that BOTWERK_CA
	// names, or else to the authorities of the system. With authorities an address without a scheme means https.
	CA []byte
}

// Client has the services of a server over one connection.
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
	// Rules has the rules as stateless functions.
	Rules botwerkv1.RulesServiceClient
	// Tournaments schedules and plays tournaments.
	Tournaments botwerkv1.TournamentServiceClient

	server     string
	connection *grpc.ClientConn
}

// Connect returns a client for an address such as "127.0.0.1:4270" or "https://play.example". It connects on the
// first call. Returns an error if the address or the authorities are not valid.
func Connect(server string, options ConnectOptions) (*Client, error) {
	if file := os.Getenv("BOTWERK_CA"); options.CA == nil && file != "" {
		ca, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("BOTWERK_CA: %w", err)
		}
		options.CA = ca
	}
	scheme, address, hasScheme := strings.Cut(server, "://")
	if !hasScheme {
		scheme, address = "http", server
		if options.CA != nil {
			scheme = "https"
		}
	}
	address = strings.TrimSuffix(address, "/")
	transport, port, err := transportCredentials(scheme, options.CA)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", server, err)
	}
	if at := strings.LastIndexByte(address, ':'); at <= strings.LastIndexByte(address, ']') {
		address += port
	}
	connection, err := grpc.NewClient(address, append(dialOptions(options.AdminToken), transport)...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", server, err)
	}
	return &Client{
		Analysis:    botwerkv1.NewAnalysisServiceClient(connection),
		Bots:        botwerkv1.NewBotServiceClient(connection),
		Catalog:     botwerkv1.NewCatalogServiceClient(connection),
		Envs:        botwerkv1.NewEnvServiceClient(connection),
		Matches:     botwerkv1.NewMatchServiceClient(connection),
		Rules:       botwerkv1.NewRulesServiceClient(connection),
		Tournaments: botwerkv1.NewTournamentServiceClient(connection),
		server:      server,
		connection:  connection,
	}, nil
}

// Close closes the connection. Calls in progress fail.
func (c *Client) Close() error {
	return c.connection.Close()
}

// transportCredentials returns whether and how TLS is used, and the default port.
func transportCredentials(scheme string, ca []byte) (grpc.DialOption, string, error) {
	switch scheme {
	case "http":
		return grpc.WithTransportCredentials(insecure.NewCredentials()), ":80", nil
	case "https":
		config := &tls.Config{MinVersion: tls.VersionTLS12}
		if ca != nil {
			config.RootCAs = x509.NewCertPool()
			if !config.RootCAs.AppendCertsFromPEM(ca) {
				return nil, "", errors.New("authorities: no certificate found; expected PEM format")
			}
		}
		return grpc.WithTransportCredentials(credentials.NewTLS(config)), ":443", nil
	default:
		return nil, "", fmt.Errorf("expected http:// or https://, found %s://", scheme)
	}
}

// dialOptions returns the options of all connections: a dead one is noticed after 15 s, a new one is tried within 2 s.
func dialOptions(adminToken string) []grpc.DialOption {
	retries := backoff.Config{BaseDelay: minDelay, Multiplier: 1.6, Jitter: 0.2, MaxDelay: maxDelay}
	options := []grpc.DialOption{
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: retries, MinConnectTimeout: 5 * time.Second}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, Timeout: 5 * time.Second}),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessageBytes)),
	}
	if adminToken == "" {
		return options
	}
	authorize := func(ctx context.Context) context.Context {
		return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+adminToken)
	}
	unary := func(ctx context.Context, method string, request, reply any, connection *grpc.ClientConn,
		invoke grpc.UnaryInvoker, options ...grpc.CallOption) error {
		return invoke(authorize(ctx), method, request, reply, connection, options...)
	}
	stream := func(ctx context.Context, description *grpc.StreamDesc, connection *grpc.ClientConn, method string,
		open grpc.Streamer, options ...grpc.CallOption) (grpc.ClientStream, error) {
		return open(authorize(ctx), description, connection, method, options...)
	}
	return append(options, grpc.WithUnaryInterceptor(unary), grpc.WithStreamInterceptor(stream))
}

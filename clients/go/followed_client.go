package botwerk

// followedClient is a client that goes to the servers to which others redirect, and back to its own if one of them
// fails.
type followedClient struct {
	client *Client
	// redirected is a connection to the server to which another has redirected, or nil.
	redirected *Client
}

// current returns the client for the next attempt.
func (f *followedClient) current() *Client {
	if f.redirected != nil {
		return f.redirected
	}
	return f.client
}

// follow makes the next attempt connect to the server at an address, or to the servers of the client if it is
// empty.
func (f *followedClient) follow(address string) (err error) {
	f.close()
	if address != "" {
		f.redirected, err = NewClient(address, &f.client.options)
	}
	return err
}

// close closes the connection to another server.
func (f *followedClient) close() {
	if f.redirected != nil {
		f.redirected.Close()
		f.redirected = nil
	}
}

package botwerk

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// isLoopback returns whether an address such as "127.0.0.1:4270" is one of this machine: no proxy is used for it.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = strings.Trim(address, "[]")
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// proxyText returns what to append to the message of a failed connection: the proxy of the environment through which
// gRPC has connected, if there is one.
func proxyText(server string) string {
	first, _, _ := strings.Cut(server, ",")
	_, address := parseAddress(strings.TrimSpace(first), "http")
	if isLoopback(address) {
		return ""
	}
	// gRPC asks for the proxy of https, with and without TLS.
	request := &http.Request{URL: &url.URL{Scheme: "https", Host: address}}
	proxy, err := http.ProxyFromEnvironment(request)
	if err != nil || proxy == nil {
		return ""
	}
	return fmt.Sprintf(" (through the proxy %s of HTTPS_PROXY; NO_PROXY excepts addresses)", proxy.Redacted())
}

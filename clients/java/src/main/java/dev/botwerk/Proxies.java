package dev.botwerk;

import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/** Proxies, which gRPC takes from the properties of Java, such as {@code https.proxyHost}. */
final class Proxies {
    /** An address without a scheme: its host, and its port if there is one. */
    private static final Pattern ADDRESS = Pattern.compile("(.*?)(?::(\\d+))?/?");

    private Proxies() {}

    /** Returns whether an address such as {@code 127.0.0.1:4270} is one of this machine: no proxy is used for it. */
    static boolean isLoopback(String address) {
        var host = host(address);
        return host.equals("localhost") || host.equals("[::1]") || host.matches("127\\.\\d+\\.\\d+\\.\\d+");
    }

    /** Returns what to append to the message of a failed connection: the proxy that was used, if there is one. */
    static String text(String server) {
        // No proxy is used for several servers.
        if (isLoopback(server) || server.contains(",")) {
            return "";
        }
        try {
            // gRPC asks for the proxy of https, with and without TLS.
            for (var proxy : ProxySelector.getDefault().select(new URI("https", host(server), "/", null))) {
                if (proxy.type() != Proxy.Type.DIRECT) {
                    return " (through the proxy " + proxy.address()
                            + " of https.proxyHost; http.nonProxyHosts excepts addresses)";
                }
            }
        } catch (URISyntaxException ignored) {
            // No proxy has connected to what is no address.
        }
        return "";
    }

    private static String host(String address) {
        var matcher = ADDRESS.matcher(address.replaceFirst("^.*://", ""));
        return matcher.matches() ? matcher.group(1) : address;
    }
}

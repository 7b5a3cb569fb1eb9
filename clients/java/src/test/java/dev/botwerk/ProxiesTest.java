package dev.botwerk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Proxies of the machine. */
class ProxiesTest {
    @Test
    void proxyIsNamedForOtherMachinesOnly() {
        var before = ProxySelector.getDefault();
        assertEquals("", Proxies.text("play.example:443"));
        var address = InetSocketAddress.createUnresolved("proxy.example", 3128);
        ProxySelector.setDefault(new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                assertEquals("https://play.example/", uri.toString());
                return List.of(new Proxy(Proxy.Type.HTTP, address));
            }

            @Override
            public void connectFailed(URI uri, SocketAddress proxy, IOException error) {}
        });
        try {
            var text = Proxies.text("https://play.example:443");
            assertTrue(text.startsWith(" (through the proxy proxy.example/<unresolved>:3128"), text);
            for (var local : List.of("localhost:1", "127.0.0.1:4270", "http://127.1.2.3:1/", "https://[::1]:1")) {
                assertEquals("", Proxies.text(local), local);
                assertTrue(Proxies.isLoopback(local), local);
            }
        } finally {
            ProxySelector.setDefault(before);
        }
    }
}

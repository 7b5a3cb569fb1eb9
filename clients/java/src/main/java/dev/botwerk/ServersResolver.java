package dev.botwerk;

import io.grpc.Attributes;
import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import io.grpc.Status;
import io.grpc.StatusOr;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resolves a list of servers for gRPC, which connects to the first that answers. */
final class ServersResolver extends NameResolverProvider {
    private static final String SCHEME = "botwerk";

    static {
        NameResolverRegistry.getDefaultRegistry().register(new ServersResolver());
    }

    private ServersResolver() {}

    /** Returns the target of a channel to the first of several hosts, each with its port, that answers. */
    static String target(List<String> addresses) {
        try {
            return new URI(SCHEME, "", "/" + String.join(",", addresses), null).toString();
        } catch (URISyntaxException error) {
            throw new IllegalArgumentException(error);
        }
    }

    @Override
    public @Nullable NameResolver newNameResolver(URI target, NameResolver.Args args) {
        if (!target.getScheme().equals(SCHEME)) {
            return null;
        }
        var addresses = List.of(target.getPath().substring(1).split(","));
        return new NameResolver() {
            private @Nullable Listener2 listener;

            @Override
            public String getServiceAuthority() {
                return addresses.get(0);
            }

            @Override
            public void start(Listener2 listener) {
                this.listener = listener;
                refresh();
            }

            @Override
            public void refresh() {
                args.getOffloadExecutor().execute(() -> {
                    var result = ResolutionResult.newBuilder()
                            .setAddressesOrError(resolve(addresses))
                            .build();
                    args.getSynchronizationContext().execute(() -> listener.onResult2(result));
                });
            }

            @Override
            public void shutdown() {}
        };
    }

    private static StatusOr<List<EquivalentAddressGroup>> resolve(List<String> addresses) {
        var resolved = addresses.stream()
                .map(ServersResolver::resolve)
                .filter(group -> group.getAddresses().get(0) instanceof InetSocketAddress host && !host.isUnresolved())
                .toList();
        return resolved.isEmpty()
                ? StatusOr.fromStatus(Status.UNAVAILABLE.withDescription("unknown hosts: " + addresses))
                : StatusOr.fromValue(resolved);
    }

    private static EquivalentAddressGroup resolve(String address) {
        var separator = address.lastIndexOf(':');
        var port = Integer.parseInt(address.substring(separator + 1));
        var host = new InetSocketAddress(address.substring(0, separator), port);
        var authority = Attributes.newBuilder()
                .set(EquivalentAddressGroup.ATTR_AUTHORITY_OVERRIDE, address)
                .build();
        return new EquivalentAddressGroup(host, authority);
    }

    @Override
    protected boolean isAvailable() {
        return true;
    }

    /** Returns the lowest priority, so that addresses without a scheme are those of DNS. */
    @Override
    protected int priority() {
        return 0;
    }

    @Override
    public String getDefaultScheme() {
        return SCHEME;
    }
}

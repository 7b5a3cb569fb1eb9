/** Proxies, which gRPC takes from the environment. */

/** The variables that name a proxy, in the order in which gRPC looks at them. */
const VARIABLES = ["grpc_proxy", "https_proxy", "http_proxy"] as const;

/** Returns true if an address such as `127.0.0.1:4270` is one of this machine. */
export function isLoopback(address: string): boolean {
  const host = hostOf(address);
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Returns what to append to the message of a failed connection: the proxy that was used, if there is one. */
export function proxyText(address: string): string {
  const target = address.replace(/^.*:\/\//, "");
  const exceptions = (process.env["no_grpc_proxy"] ?? process.env["no_proxy"] ?? "").split(",");
  const host = hostOf(target);
  if (isLoopback(target) || exceptions.some((end) => end.trim() !== "" && host.endsWith(end.trim()))) return "";
  for (const variable of VARIABLES) {
    const proxy = process.env[variable];
    if (proxy) return ` (through the proxy ${proxy} of ${variable}; no_proxy excepts addresses)`;
  }
  return "";
}

function hostOf(address: string): string {
  return address.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
}

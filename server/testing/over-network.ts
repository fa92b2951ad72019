type Server = { hostname: string; port: string | number };

/** The address of a database without its socket; with a `server`, that of another one, such as a proxy. */
export function overNetwork(databaseUrl: string, server?: Server): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  if (server) Object.assign(url, { hostname: server.hostname, port: String(server.port) });
  return url.href;
}

import { createServer } from "node:http";

/**
 * The provider of the benchmarks: 2 KB of JSON at once for every GET. It remembers the ids it was asked for, and
 * `/seen` tells how many different ones there were and how many came more than once.
 */
const reply = JSON.stringify({ id: 1, name: "Customer", tier: "gold", notes: "x".repeat(1950) });
let seen = new Map<string, number>();

const server = createServer((request, response) => {
  const [path = "/", query = ""] = (request.url ?? "/").split("?");
  response.setHeader("content-type", "application/json");
  if (path === "/seen") {
    response.end(JSON.stringify({ ids: seen.size, repeated: [...seen.values()].filter((count) => count > 1).length }));
  } else if (path === "/forget") {
    seen = new Map();
    response.end("{}");
  } else {
    const id = new URLSearchParams(query).get("id");
    if (id) seen.set(id, (seen.get(id) ?? 0) + 1);
    response.end(reply);
  }
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("disconnect", () => process.exit(0));

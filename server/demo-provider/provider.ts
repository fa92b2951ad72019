import { createServer, type IncomingMessage, type Server } from "node:http";
import { OAUTH_WORDS } from "./auth/oauth2.ts";
import { readBody } from "./body.ts";
import { type Call, ok, Refusal, type Reply, type Route } from "./call.ts";
import { CREDENTIALS } from "./credentials.ts";
import { createDial, type Dial } from "./dial.ts";
import { idempotencyKeyOf, openOrders } from "./orders.ts";
import type { Provider } from "./provider-type.ts";
import { PROVIDERS } from "./providers/registry.ts";
import { type Finder, routing } from "./routing.ts";
import { sendReply } from "./send-reply.ts";
import { openWorld } from "./world.ts";

/** The requests that the provider received, newest last. `GET /ledger` returns them, so that a test can count them. */
export type Received = {
  at: string;
  method: string;
  path: string;
  idempotencyKey: string | null;
  /** Null, too, for bodies that are only counted. */
  body: unknown;
  /** 0 if there was no response. */
  status: number;
};

const LEDGER_LENGTH = 10_000;

type Mount = Pick<Provider, "guard" | "words"> & { name: string; find: Finder; findOpen: Finder };

/**
 * The demo's third parties in one server: each provider of the registry under its name (`/crm`, `/mail`, …), their
 * OAuth servers (`/oauth`, `/oauth1`), a small shop at the root, a dial for faults (`/_dial`) and a ledger of received
 * requests. All data is in memory; `POST /_demo/reset` restores the initial state.
 */
export function createDemoProvider({ now = () => new Date() }: { now?: () => Date } = {}): Server {
  const ledger: Received[] = [];
  let { dial, mounts, findControl } = open();

  function open() {
    const opened = createDial([...Object.keys(PROVIDERS), "oauth", "oauth1", "shop"], now);
    const world = openWorld(opened, now);
    const all = [
      mount("oauth", { guard: nobody, routes: world.oauth2.routes, words: OAUTH_WORDS }),
      mount("oauth1", { guard: nobody, routes: world.oauth1.routes, words: OAUTH_WORDS }),
      mount("shop", { guard: nobody, routes: openOrders(now), words: PLAIN_WORDS }),
      ...Object.entries(PROVIDERS).map(([name, openProvider]) => {
        const provider = openProvider(world);
        return mount(name, { ...provider, routes: [...world.webhooks.routes(name), ...provider.routes] });
      }),
    ];
    return {
      dial: opened,
      mounts: new Map(all.map((each) => [each.name, each])),
      findControl: routing(controlRoutes(opened)),
    };
  }

  function controlRoutes({ routes }: Dial): Route[] {
    return [
      ["GET", "/", () => ok({ status: "ok" })],
      ["GET", "/readyz", () => ok({ status: "ok" })],
      ["GET", "/_demo", () => ok({ providers: Object.keys(PROVIDERS), credentials: CREDENTIALS })],
      ["POST", "/_demo/reset", reset],
      ["GET", "/ledger", () => ok(ledger)],
      ["DELETE", "/ledger", () => ({ status: 204, body: void ledger.splice(0) })],
      ...routes,
    ];
  }

  function reset(): Reply {
    ledger.splice(0);
    ({ dial, mounts, findControl } = open());
    return ok({ status: "reset" });
  }

  /** The reply, or null if the dial resets the connection. */
  async function respond(request: IncomingMessage): Promise<Reply | null> {
    const url = new URL(request.url ?? "/", "http://provider");
    const method = request.method ?? "GET";
    const control = findControl(method, url.pathname);
    if (control && control !== "method") {
      const call = {
        ...callOf(request, url, url.pathname),
        variables: control.variables,
        ...(await readBody(request)),
      };
      return refusing(PLAIN_WORDS, () => control.respond(call));
    }
    const [, first = "", rest = "/"] = /^\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? [];
    const mounted = first === "shop" ? undefined : mounts.get(first);
    const [at, path] = mounted ? [mounted, rest] : [mounts.get("shop") as Mount, url.pathname];
    const call: Call = callOf(request, url, path);
    const reply = await respondAt(at, call);
    ledger.push({
      at: now().toISOString(),
      method,
      path: url.pathname + url.search,
      idempotencyKey: idempotencyKeyOf(request.headers),
      body: call.body,
      status: reply?.status ?? 0,
    });
    if (ledger.length > LEDGER_LENGTH) ledger.shift();
    return reply;
  }

  async function respondAt({ name, find, findOpen, guard, words }: Mount, call: Call): Promise<Reply | null> {
    const fault = await dial.before(name, call.request);
    if (fault === "reset") return null;
    if (typeof fault === "object") return fault;
    const reply = await refusing(words, async () => {
      const free = findOpen(call.method, call.path);
      const match = free ?? find(call.method, call.path);
      if (typeof match !== "object" || !match.streams) Object.assign(call, await readBody(call.request));
      if (!free) guard(call);
      if (!match) throw new Refusal(404, "no_such_address", `There is no ${call.method} ${call.path}.`);
      if (match === "method")
        throw new Refusal(405, "method_not_allowed", `${call.path} does not take ${call.method}.`);
      call.variables = match.variables;
      return match.respond(call);
    });
    return fault === "malformed" ? malformed(reply) : reply;
  }

  return createServer((request, response) => {
    void respond(request)
      .catch((error: Error) => ({ status: 400, body: { message: error.message } }))
      .then((reply) => (reply ? sendReply(response, reply) : void request.socket.resetAndDestroy()))
      .catch(() => response.destroy());
  });
}

const mount = (name: string, { guard, routes, open = [], words }: Omit<Provider, "title">): Mount => ({
  name,
  guard,
  words,
  find: routing(routes),
  findOpen: routing(open),
});

const nobody = () => {};
const PLAIN_WORDS = ({ status, message, headers }: Refusal): Reply => ({ status, headers, body: { message } });

const callOf = (request: IncomingMessage, url: URL, path: string): Call => ({
  method: request.method ?? "GET",
  url,
  path,
  query: url.searchParams,
  headers: request.headers,
  variables: {},
  body: null,
  text: "",
  request,
});

async function refusing(words: Provider["words"], act: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await act();
  } catch (error) {
    return words(error instanceof Refusal ? error : new Refusal(500, "internal", "Something went wrong."));
  }
}

/** JSON that is truncated in the middle. */
const malformed = ({ status, headers, body }: Reply): Reply => {
  const text = JSON.stringify(body ?? {});
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    raw: text.slice(0, Math.ceil(text.length / 2)),
  };
};

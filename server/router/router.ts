import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { returnPath } from "#server/account/return-path.ts";
import { clientOf, type TrustProxy } from "#server/client-address.ts";
import { Failure } from "#server/errors.ts";
import { LOOKUP_PATH } from "#server/routing-key.ts";
import type { Cell } from "./cells.ts";
import { type Incoming, incomingOf } from "./incoming.ts";
import { createLocate, locateUser } from "./locate.ts";
import { type Head, hasBody, passOn, valuesOf } from "./pass-on.ts";
import { refuse } from "./refuse.ts";
import { cookieIn, type Target, targetOf } from "./rules.ts";

/** The cell where a browser signed in last. It gives no access: the cell checks the session. */
const COOKIE = "formulary_cell";
const COOKIE_SECONDS = 400 * 24 * 3600;
const SESSION_COOKIE = /^(?:__Secure-)?next-auth\.session-token(?:\.\d)?=(?!;|$)/;
const SESSION_IN_HEADER = /(?:^|;\s*)(?:__Secure-)?next-auth\.session-token(?:\.\d)?=[^;]/;
const OIDC_CALLBACK = "/api/auth/callback/oidc";
const NAMED = /^\/cells\/([a-z0-9-]+)(\/.*)?$/s;

type Options = {
  /** In the order of CELLS: the first one is for sessions from before there were cells. */
  cells: readonly Cell[];
  publicUrl: string;
  trust: TrustProxy;
  log: Logger;
  /** Counts the responses of cells. */
  onResponse?: (cell: string, status: number) => void;
};

/** `candidates`: the first that responds gets the request. `isPartial`: some cell did not say whether it has the user. */
type Route = { candidates: readonly Cell[]; isPartial?: boolean };

/**
 * Passes each request on to the cell of its organization (docs/scale.md). It stores nothing, and grants nothing: a
 * request that reaches a wrong cell has no credentials there.
 */
export function createRouter({ cells, publicUrl, trust, log, onResponse }: Options): RequestListener {
  const locate = createLocate(cells);
  const { origin, protocol } = new URL(publicUrl);
  const cellNamed = (name: string | undefined) => cells.find((cell) => cell.name === name);

  return async function handle(request, response) {
    try {
      await route(request, response);
    } catch (error) {
      if (!(error instanceof Failure)) log.error({ err: error }, "a request was not routed");
      refuse({ request, response, origin }, error);
    }
  };

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const named = NAMED.exec(request.url ?? "");
    const explicit = named && cellNamed(named[1]);
    if (named && !explicit) throw new Failure("notFound", "There is no cell of this name.");
    const url = named ? (named[2] ?? "/") : (request.url ?? "/");
    const incoming = incomingOf(request, url);
    if (!incoming) throw new Failure("badRequest", "The address of the request is not valid.");
    if (incoming.path === LOOKUP_PATH || /^\/(?:livez|readyz|metrics)\b/.test(incoming.path))
      throw new Failure("notFound", "Nothing exists at this address.");
    if (explicit && !isForPrograms(url)) return redirectTo(response, explicit, url);
    const { candidates, isPartial = false } = explicit
      ? { candidates: [explicit] }
      : await routeTo(await targetOf(incoming), incoming);
    const client = clientOf(request, trust);
    for (const [index, cell] of candidates.entries()) {
      const outcome = await passOn({
        ...{ cell, request, response, url, client, protocol: protocol.slice(0, -1), bytes: incoming.bytes },
        onHead: (head, elsewhere) => onHead(head, { cell, isPartial, elsewhere, request, response }),
      });
      if (outcome === "done" || outcome === "aborted" || response.headersSent) return;
      // Once a second, however many requests there are.
      if (!cell.isSilent()) log.warn({ cell: cell.name, outcome }, "a cell did not respond");
      if (outcome === "broken") throw broken();
      cell.noteSilence();
      if (index + 1 < candidates.length && hasBody(request) && !incoming.bytes) break;
    }
    throw silent();
  }

  async function routeTo(target: Target, { headers }: Incoming): Promise<Route> {
    const own = cellNamed(cookieIn(headers.cookie, COOKIE));
    const first = own ?? (SESSION_IN_HEADER.test(headers.cookie ?? "") ? cells[0] : undefined);
    const any = preferring(first);
    if (target === "any") return { candidates: any };
    if (target === "browser") return { candidates: first ? [first] : any };
    if ("signIn" in target) {
      const { cell, isPartial } = await locateUser(cells, target.signIn);
      return { candidates: cell ? [cell] : any, isPartial };
    }
    const found = await locate(target.key);
    if (found === "silent") throw silent();
    if (found === "ambiguous")
      throw new Failure(
        "conflict",
        `Several cells have this id. Name the cell in the address: ${origin}/cells/<name>/elements/api-v2/…`,
      );
    // Every cell refuses it in the same way, and counts it.
    return { candidates: found === "unknown" ? any : [found.cell] };
  }

  /** All cells; those that respond before those that did not a moment ago. */
  function preferring(preferred: Cell | undefined): readonly Cell[] {
    const rank = (cell: Cell) => (cell.isSilent() ? 2 : cell === preferred ? 0 : 1);
    return [...cells].sort((a, b) => rank(a) - rank(b));
  }

  type Passed = {
    cell: Cell;
    isPartial: boolean;
    elsewhere: string | undefined;
    request: IncomingMessage;
    response: ServerResponse;
  };

  function onHead(head: Head, { cell, isPartial, elsewhere, request, response }: Passed): Head | undefined {
    const { status, headers } = head;
    onResponse?.(cell.name, status);
    // Responses of formulas and hooks, which organizations write, mean nothing to the router.
    if (elsewhere !== undefined && request.url?.startsWith(OIDC_CALLBACK)) {
      leadElsewhere({ head, response, from: cell, email: decodeURIComponent(elsewhere) }).catch((error) => {
        log.error({ err: error }, "a sign-in was not routed");
        refuse({ request, response, origin }, error);
      });
      return undefined;
    }
    // Otherwise the status would say which addresses the cells have that respond.
    if (isPartial && isRefusedSignIn(status, headers)) {
      refuse({ request, response, origin }, maybeSilent());
      return undefined;
    }
    const signsIn = valuesOf(headers, "set-cookie").some((value) => SESSION_COOKIE.test(value));
    return { status, headers: signsIn ? [...headers, "set-cookie", cookieOf(cell)] : headers };
  }

  type Stranger = { head: Head; response: ServerResponse; from: Cell; email: string };

  /** A sign-in by OpenID Connect begins before the address is known: the browser begins it again in the right cell. */
  async function leadElsewhere({ head: { status, headers }, response, from, email }: Stranger): Promise<void> {
    const { cell } = await locateUser(cells, email);
    if (!cell || cell === from) return void response.writeHead(status, headers).end();
    const others = headers.filter((_, index) => !/^location$/i.test(headers[index - (index % 2)] ?? ""));
    const [location = ""] = valuesOf(headers, "location");
    const added = ["location", elsewhereAt(location), "set-cookie", cookieOf(cell)];
    response.writeHead(status, [...others, ...added]).end();
  }

  /** Also leads to the second cell of an address that two cells have. */
  function redirectTo(response: ServerResponse, cell: Cell, url: string): void {
    const location = returnPath(url) ?? "/";
    response.writeHead(303, { location, "set-cookie": cookieOf(cell), "cache-control": "no-store" }).end();
  }

  function cookieOf({ name }: Cell): string {
    const secure = protocol === "https:" ? "; Secure" : "";
    return `${COOKIE}=${name}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  }
}

/** The page to which a cell led back, which knows where the person wanted to go, with another message. */
function elsewhereAt(location: string): string {
  const url = new URL(returnPath(location) ?? "/sign-in", "https://here.invalid");
  url.searchParams.set("error", "Elsewhere");
  return `${url.pathname}${url.search}`;
}

const isForPrograms = (url: string) => /^\/(?:elements\/|mcp(?:$|[/?]))/.test(url);

/** The responses of the places that take a password. */
const isRefusedSignIn = (status: number, headers: string[]): boolean =>
  status === 401 || (status === 302 && valuesOf(headers, "location").some((to) => to.includes("login_error")));

const AGAIN = { headers: { "retry-after": "5" } };

const silent = () =>
  new Failure(
    "unavailable",
    "The part of this installation that has the organization does not respond. Try again in a moment.",
    AGAIN,
  );

const maybeSilent = () =>
  new Failure(
    "unavailable",
    "The user name or the password is wrong, or the part of this installation that has the organization does not respond. Try again in a moment.",
    AGAIN,
  );

const broken = () =>
  new Failure(
    "badGateway",
    "The connection to the cell broke off. The request may have been carried out: repeat it with the same Idempotency-Key.",
  );

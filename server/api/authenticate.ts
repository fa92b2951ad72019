import type { RequestUse } from "#server/account/api-key-scopes.ts";
import { readAuthorization } from "#server/account/authorization-header.ts";
import type { Caller } from "#server/account/caller.ts";
import { limitedBy } from "#server/account/run-limit.ts";
import { type Acting, type App, actingAs } from "#server/context.ts";
import { identifyCaller, identifyElementCaller, identifySession } from "#server/services/account/identify-caller.ts";
import { refusedCredentials } from "#server/services/account/refused-credentials.ts";
import { refuseLimitedRun } from "#server/services/account/require-role.ts";
import { requireScope } from "#server/services/account/require-scope.ts";
import { runLimit } from "#server/services/execution/run-limit-scope.ts";
import type { Auth } from "./endpoint-contract.ts";
import { createFailedAttempts } from "./failed-attempts.ts";

const KNOWN_FOR_MS = 5000;
const MAX_KNOWN = 10_000;

/** Authentication modes that need a caller. */
type SomeAuth = Exclude<Auth, "none" | "optional">;

type Request = {
  auth: SomeAuth;
  header: string | null | undefined;
  /** The client's address. */
  address: string;
  /** The purpose, which the scopes of an API key must cover. */
  use: RequestUse;
};

type Known = { at: number; acting: Promise<Acting | null> };

/**
 * Identifies the caller by the Authorization header (spec §5); an Element part on a platform request is accepted and
 * ignored, an Organization part on a request to an element must match.
 * Results are cached for 5 s by the text of the header, so a revoked secret stops working within that time in every
 * process (A10). The scopes of API keys are checked here for each request. Refuses: forbidden for an API key without
 * the scope of the request; unauthorized; tooManyRequests for an address with 100 failed attempts within a minute (valid
 * credentials are never refused, A16).
 */
export function createAuthenticate(app: App) {
  const known = new Map<string, Known>();
  const failedAttempts = createFailedAttempts({ max: 100, windowMs: 60_000, now: app.now });

  return async function authenticate({ auth, header, address, use }: Request): Promise<Acting> {
    const acting = header ? await lookUp(auth, header) : null;
    if (acting) {
      if (acting.caller.scopes) requireScope(acting, use);
      return withinItsRun(acting, use);
    }
    if (header) failedAttempts.count(address);
    throw refusedCredentials();
  };

  /** A request of a run, made as its owner, may do only what everybody who published its formulas may do too. */
  function withinItsRun(acting: Acting, { area }: RequestUse): Acting {
    const limit = runLimit.getStore();
    if (!limit) return acting;
    const caller = limitedBy(limit, acting.caller);
    if (BEYOND_RUNS.includes(area)) refuseLimitedRun({ caller }, "do this");
    return actingAs(app, caller);
  }

  function lookUp(auth: SomeAuth, header: string): Promise<Acting | null> {
    const key = `${auth} ${header}`;
    const now = app.now().getTime();
    const last = known.get(key);
    if (last && now - last.at < KNOWN_FOR_MS && now >= last.at) return last.acting;
    const acting = find(auth, header).then((caller) => caller && actingAs(app, caller));
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, { at: now, acting });
    acting.then(
      (found) => found ?? known.delete(key),
      () => known.delete(key),
    );
    return acting;
  }

  async function find(auth: SomeAuth, header: string): Promise<Caller | null> {
    const { user, organization, element, bearer } = readAuthorization(header) ?? {};
    if (auth === "bearer") return bearer === undefined ? null : identifySession(app, bearer);
    if (user === undefined || bearer !== undefined) return null;
    if (auth === "element")
      return element === undefined ? null : identifyElementCaller(app, { user, organization, element });
    return organization === undefined ? null : identifyCaller(app, { user, organization });
  }
}

/** The areas in which a limited run may do nothing: what it changes there has rights of its own. */
const BEYOND_RUNS: readonly RequestUse["area"][] = [undefined, "administration", "agents"];

export type Authenticate = ReturnType<typeof createAuthenticate>;

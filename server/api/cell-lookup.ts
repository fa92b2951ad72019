import { Hono } from "hono";
import type { App } from "#server/context.ts";
import { FAILURE_STATUS, Failure, isServerError } from "#server/errors.ts";
import {
  fingerprint,
  isSignedLookup,
  LOOKUP_PATH,
  type LookupResult,
  routingKey,
  SIGNATURE_HEADER,
} from "#server/routing-key.ts";
import { lookUpRoutingKey } from "#server/services/cell/look-up-routing-key.ts";
import { readBytes } from "./body.ts";
import { asFailure } from "./failures.ts";

const LARGEST = 8 * 1024;

/**
 * For the router in front of several cells: says whether a routing key is one of this cell. Only requests that are
 * signed with CELL_KEY are answered; without that setting the address does not exist. It is in no description of the API.
 */
export function createCellLookup(app: App) {
  const { CELL_KEY, NEXTAUTH_SECRET } = app.env;
  const lookup = new Hono();
  lookup.post(LOOKUP_PATH, async (c) => {
    try {
      const text = new TextDecoder().decode(await readBytes(c.req.raw, LARGEST));
      const signature = c.req.header(SIGNATURE_HEADER) ?? "";
      if (CELL_KEY === undefined || !isSignedLookup(CELL_KEY, text, signature, Date.now())) return c.notFound();
      const key = routingKey.safeParse(JSON.parse(text));
      if (!key.success)
        throw new Failure("badRequest", "The routing key has no known form. Run the same version in the router.");
      const found = await lookUpRoutingKey(app, key.data);
      const sessionSecret = fingerprint(CELL_KEY, NEXTAUTH_SECRET ?? "");
      return c.json({ ...found, sessionSecret } satisfies LookupResult);
    } catch (error) {
      const failure = asFailure(error);
      const status = FAILURE_STATUS[failure.kind];
      if (isServerError(status)) app.log.error({ err: failure.cause ?? failure }, "a lookup of the router failed");
      return c.json({ message: failure.message }, status as 500);
    }
  });
  lookup.notFound((c) => c.json({ message: "Nothing exists at this address." }, 404));
  return lookup;
}

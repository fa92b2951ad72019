import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { returnPath } from "#server/account/return-path.ts";
import type { App, Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as idempotency from "#server/store/idempotency/idempotency.ts";

const PREFIX = "formulary.";
export const STATE_IDENTITY = "oauth.state";
const LIVES_MS = 10 * 60_000;
const BINDING = /^[\w-]{43}$/;
/** Between the binding and the encrypted part. */
const SEPARATOR = ".";

const schema = z.object({
  organizationId: z.number(),
  accountId: z.number(),
  userId: z.number(),
  elementId: z.number(),
  /** The instance to reauthorize; undefined creates one. */
  elementInstanceId: z.number().optional(),
  name: z.string(),
  tags: z.array(z.string()).optional(),
  configuration: z.record(z.string(), z.string()),
  /** The hosted connect page of a customer. */
  connectSessionId: z.string().optional(),
  /** The page to return to, for users who grant access in the same window. */
  returnTo: z.string().optional(),
  expiresAt: z.number(),
  nonce: z.string(),
  bindingHash: z.string(),
});

/** The intent of a person who returns from the provider. */
export type ConnectState = z.output<typeof schema>;
type New = Pick<
  ConnectState,
  "elementId" | "elementInstanceId" | "name" | "tags" | "configuration" | "connectSessionId" | "returnTo"
>;

/**
 * A state for the redirect to a provider and back (F01): encrypted, so that it can be neither read nor forged; bound to
 * this user; valid for ten minutes and once; and only in the browser that has `binding`, so that nobody can be lured
 * into using another person's state.
 */
export function mintState({ vault, now, caller }: Pick<Context, "vault" | "now" | "caller">, intent: New) {
  const { organizationId, accountId, userId } = caller;
  const [nonce, binding] = [randomBytes(16).toString("base64url"), randomBytes(32).toString("base64url")];
  const expiresAt = now().getTime() + LIVES_MS;
  const content = { ...intent, organizationId, accountId, userId, expiresAt, nonce, bindingHash: hash(binding) };
  return { state: PREFIX + vault.seal(JSON.stringify(content), STATE_IDENTITY), binding, name: cookieName(nonce) };
}

/**
 * The cookie value of a flow that began with a request token (OAuth 1): its secret is only known after the state was
 * sent to the provider, so it is stored encrypted in the browser that has the binding.
 */
export const bindingWith = ({ vault }: Pick<Context, "vault">, binding: string, tokenSecret: string): string =>
  binding +
  SEPARATOR +
  Buffer.from(vault.seal(tokenSecret, `${STATE_IDENTITY} ${hash(binding)}`)).toString("base64url");

/** Other states belong to applications that use our redirect address. */
export const isOurs = (state: string): boolean => state.startsWith(PREFIX);

/**
 * The page that a state returns to, whether it is valid or not; undefined for a foreign state or one without such a
 * page.
 */
export const returnOf = (app: Pick<App, "vault">, text: string): string | undefined => {
  try {
    return returnPath(read(app, text).returnTo);
  } catch {
    return undefined;
  }
};

/** An invalid state: forged, expired, already used, or of another browser. */
export class StateRefusal extends Failure {}

/**
 * Opens a state and marks it as used. Refuses (badRequest) a state that was forged, has expired, was used, or belongs
 * to another browser.
 */
export async function redeemState(
  app: Pick<App, "vault" | "now" | "db">,
  text: string,
  cookies: Record<string, string>,
): Promise<ConnectState & { tokenSecret?: string }> {
  const state = read(app, text);
  if (state.expiresAt < app.now().getTime()) throw refused("it is older than ten minutes");
  const [binding = "", sealed] = (cookies[cookieName(state.nonce)] ?? "").split(SEPARATOR);
  if (!BINDING.test(binding) || !isEqual(hash(binding), state.bindingHash))
    throw refused("it belongs to another browser");
  const claim = {
    organizationId: state.organizationId,
    userId: idempotency.NO_USER,
    key: `oauth-state:${state.nonce}`,
  };
  const requestHash = createHash("sha256").update(text).digest() as Buffer<ArrayBuffer>;
  const isFirst = await idempotency.insertOnce(app.db.prisma, { ...claim, requestHash, createdAt: app.now() });
  if (!isFirst) throw refused("it was already used");
  return sealed === undefined ? state : { ...state, tokenSecret: secretIn(app, binding, sealed) };
}

function secretIn({ vault }: Pick<App, "vault">, binding: string, sealed: string): string {
  try {
    return vault.open(Buffer.from(sealed, "base64url").toString(), `${STATE_IDENTITY} ${hash(binding)}`);
  } catch {
    throw refused("its cookie was changed");
  }
}

function read({ vault }: Pick<App, "vault">, text: string): ConnectState {
  try {
    return schema.parse(JSON.parse(vault.open(text.slice(PREFIX.length), STATE_IDENTITY)));
  } catch {
    throw refused("it is not valid");
  }
}

const cookieName = (nonce: string) => `formulary_connect_${nonce.slice(0, 8)}`;
const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const refused = (why: string) =>
  new StateRefusal("badRequest", `The state of this address cannot be used: ${why}. Connect again from the start.`);

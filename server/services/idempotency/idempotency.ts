import { createHmac, hkdfSync } from "node:crypto";
import type { Context } from "#server/context.ts";
import type { Env } from "#server/env.ts";
import { Failure } from "#server/errors.ts";
import * as idempotency from "#server/store/idempotency/idempotency.ts";

const KEPT_MS = 24 * 3600_000;

/** A process that is silent for so long has died. Those of earlier versions have no lease: they get two minutes. */
const LEASE_MS = 30_000;
const WITHOUT_LEASE_MS = 120_000;

export type StoredResponse = { status: number; response: string };

/**
 * Handles a request with an Idempotency-Key once within 24 hours; later requests of the same user with the same key and
 * content get the same response. Refusals are not stored, nor is a response that cannot be stored, which is null here:
 * the key may be used again.
 * Refuses: conflict while the first is in progress, unprocessable if the content differs. A request whose process died
 * counts as in progress for half a minute.
 */
export async function runIdempotent<Outcome extends StoredResponse | null>(
  ctx: Context,
  { key, content }: { key: string; content: string },
  run: () => Promise<Outcome>,
): Promise<(StoredResponse & { replayed: boolean }) | Extract<Outcome, null>> {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new Failure("badRequest", "Idempotency-Key: must be 1 to 255 printable ASCII characters.");
  }
  const { organizationId, userId } = ctx.caller;
  const id = { organizationId, userId, key };
  const requestHash = requestHashOf(ctx.env, content);
  const claimed = await claim(ctx, id, requestHash);
  if ("status" in claimed) return { ...claimed, replayed: true };
  const heart = setInterval(() => {
    idempotency
      .hold(ctx.db.prisma, claimed, leaseEnd(ctx))
      .catch((error) => ctx.log.warn({ err: error }, "the lease of an Idempotency-Key was not extended"));
  }, LEASE_MS / 3).unref();
  try {
    const reply = await run();
    if (reply === null) {
      await idempotency.forget(ctx.db.prisma, claimed);
      return reply as Extract<Outcome, null>;
    }
    const response = ctx.vault.seal(reply.response, responseIdentity(id));
    await idempotency.keepReply(ctx.db.prisma, claimed, { ...reply, response });
    return { ...reply, replayed: false };
  } catch (error) {
    await idempotency.forget(ctx.db.prisma, claimed);
    throw error;
  } finally {
    clearInterval(heart);
  }
}

const leaseEnd = (ctx: Context) => new Date(ctx.now().getTime() + LEASE_MS);

/** Responses are stored encrypted: that of a new element instance contains its token. */
export const responseIdentity = ({ organizationId, userId, key }: idempotency.OwnKey) =>
  `idempotent_request.response:${organizationId}:${userId}:${key}`;

/** Content may contain a password: a keyed hash does not help readers of the table to guess it. */
export function requestHashOf(
  { NEXTAUTH_SECRET, ENCRYPTION_KEYS }: Pick<Env, "NEXTAUTH_SECRET" | "ENCRYPTION_KEYS">,
  content: string,
): Buffer<ArrayBuffer> {
  const secret = NEXTAUTH_SECRET ?? ENCRYPTION_KEYS ?? "";
  const key = Buffer.from(hkdfSync("sha256", secret, "", "idempotent requests", 32));
  return createHmac("sha256", key).update(content).digest() as Buffer<ArrayBuffer>;
}

/** The key, now held by this request, or the stored response of an earlier one. */
async function claim(
  ctx: Context,
  id: idempotency.OwnKey,
  requestHash: Buffer<ArrayBuffer>,
): Promise<idempotency.HeldKey | StoredResponse> {
  const db = ctx.db.prisma;
  for (let tries = 0; tries < 3; tries++) {
    const held = { ...id, createdAt: ctx.now() };
    if (await idempotency.insertOnce(db, { ...held, requestHash, aliveUntil: leaseEnd(ctx) })) return held;
    const first = await idempotency.find(db, id);
    if (!first) continue;
    if (isOver(first, ctx.now().getTime())) {
      await idempotency.forget(db, { ...id, createdAt: first.createdAt });
      continue;
    }
    if (!requestHash.equals(first.requestHash)) {
      throw new Failure(
        "unprocessable",
        "Idempotency-Key: this key was used for another request within the last 24 hours.",
      );
    }
    if (first.status !== null)
      return {
        status: first.status,
        response: first.response ? ctx.vault.open(first.response, responseIdentity(id)) : "",
      };
    break;
  }
  throw new Failure(
    "conflict",
    "Idempotency-Key: the first request with this key is still in progress. Try again in a moment.",
    { reason: "inProgress", headers: { "retry-after": "1" } },
  );
}

/** Whether its response need not be kept any longer, or its process died. */
function isOver({ status, createdAt, aliveUntil }: idempotency.StoredOutcome, now: number): boolean {
  if (now - createdAt.getTime() > KEPT_MS) return true;
  return status === null && now > (aliveUntil?.getTime() ?? createdAt.getTime() + WITHOUT_LEASE_MS);
}

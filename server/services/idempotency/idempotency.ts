import { createHmac } from "node:crypto";
import type { Context } from "#server/context.ts";
import { derivedKey, type SharedSecrets } from "#server/derived-key.ts";
import { Failure } from "#server/errors.ts";
import * as idempotency from "#server/store/idempotency/idempotency.ts";

/** How long a key stands for the request that first had it. */
export const KEPT_MS = 24 * 3600_000;

/** A process that is silent for so long has died. Those of earlier versions have no lease: they get two minutes. */
const LEASE_MS = 30_000;
const WITHOUT_LEASE_MS = 120_000;

/** A request that was handled. Its `response` is null if it cannot be stored, such as a file. */
export type StoredResponse = { status: number; response: string | null };

/** A body that is too large to be read before its request is handled. */
export type ReceivedBody = {
  /** A digest of the bytes that were read. */
  digest: () => string;
  /** Reads what is left, and returns the digest of the whole body. */
  readAll: () => Promise<string>;
};

/** `body` is the part of the content that `run` reads. */
export type KeyedRequest = { key: string; content: string; body?: ReceivedBody | undefined };

/** Refuses (badRequest) a key that is not 1 to 255 printable ASCII characters. */
export function requireKey(key: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new Failure("badRequest", "Idempotency-Key: must be 1 to 255 printable ASCII characters.");
}

/**
 * Handles a request with an Idempotency-Key once within 24 hours; later requests of the same user with the same key and
 * content get the same response. Refusals are not stored, nor is a request that was not handled, which is null here:
 * the key may be used again.
 *
 * A request with a `body` is handled as its body arrives, and its key is held by the rest of the content until then.
 * The bodies of later requests are read and compared, and nothing else.
 *
 * Refuses: conflict while the first is in progress, and if its response was not stored; unprocessable if the content
 * differs. A request whose process died counts as in progress for half a minute.
 */
export async function runIdempotent<Outcome extends StoredResponse | null>(
  ctx: Context,
  { key, content, body }: KeyedRequest,
  run: () => Promise<Outcome>,
): Promise<(StoredResponse & { replayed: boolean }) | Extract<Outcome, null>> {
  requireKey(key);
  const { organizationId, userId } = ctx.caller;
  const id = { organizationId, userId, key };
  const hashWith = (digest: string) => requestHashOf(ctx.env, `${digest}\n${content}`);
  const claimed = await claim(ctx, id, {
    requestHash: requestHashOf(ctx.env, content),
    wholeHash: body && (async () => hashWith(await body.readAll())),
  });
  if ("status" in claimed) return { ...claimed, replayed: true };
  const held = claimed;
  const heart = setInterval(() => {
    idempotency
      .hold(ctx.db.prisma, held, leaseEnd(ctx))
      .catch((error) => ctx.log.warn({ err: error }, "the lease of an Idempotency-Key was not extended"));
  }, LEASE_MS / 3).unref();
  try {
    const reply = await run().catch(async (error) => {
      await idempotency.forget(ctx.db.prisma, held);
      throw error;
    });
    if (reply === null) {
      await idempotency.forget(ctx.db.prisma, held);
      return reply as Extract<Outcome, null>;
    }
    // It was done: if it cannot be stored, the caller still gets the response, and the key is held until its lease ends.
    await keep(reply).catch((error) =>
      ctx.log.warn({ err: error }, "the response to an Idempotency-Key was not stored"),
    );
    return { ...reply, replayed: false };
  } finally {
    clearInterval(heart);
  }

  async function keep({ status, response }: StoredResponse): Promise<void> {
    const sealed = response === null ? null : ctx.vault.seal(response, responseIdentity(id));
    const requestHash = body && hashWith(body.digest());
    await idempotency.keepReply(ctx.db.prisma, held, { status, response: sealed, ...(requestHash && { requestHash }) });
  }
}

const leaseEnd = (ctx: Context) => new Date(ctx.now().getTime() + LEASE_MS);

/** Responses are stored encrypted: that of a new element instance contains its token. */
export const responseIdentity = ({ organizationId, userId, key }: idempotency.OwnKey) =>
  `idempotent_request.response:${organizationId}:${userId}:${key}`;

/** Content may contain a password: a keyed hash does not help readers of the table to guess it. */
export function requestHashOf(secrets: SharedSecrets, content: string): Buffer<ArrayBuffer> {
  return createHmac("sha256", derivedKey(secrets, "idempotent requests"))
    .update(content)
    .digest() as Buffer<ArrayBuffer>;
}

type Hash = Buffer<ArrayBuffer>;

/** The key, now held by this request, or the stored response of an earlier one. */
async function claim(
  ctx: Context,
  id: idempotency.OwnKey,
  { requestHash, wholeHash }: { requestHash: Hash; wholeHash: (() => Promise<Hash>) | undefined },
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
    const compared = first.status !== null && wholeHash ? await wholeHash() : requestHash;
    if (!compared.equals(first.requestHash)) {
      throw new Failure(
        "unprocessable",
        "Idempotency-Key: this key was used for another request within the last 24 hours.",
      );
    }
    if (first.status === null) break;
    if (first.response === null) throw notStored();
    return { status: first.status, response: ctx.vault.open(first.response, responseIdentity(id)) };
  }
  throw new Failure(
    "conflict",
    "Idempotency-Key: the first request with this key is still in progress. Try again in a moment.",
    { reason: "inProgress", headers: { "retry-after": "1" } },
  );
}

const notStored = () =>
  new Failure(
    "conflict",
    "Idempotency-Key: the first request with this key succeeded, and its response was a file, which is not stored. Send another key to do it again.",
  );

/** Whether its response need not be kept any longer, or its process died. */
function isOver({ status, createdAt, aliveUntil }: idempotency.StoredOutcome, now: number): boolean {
  if (now - createdAt.getTime() > KEPT_MS) return true;
  return status === null && now > (aliveUntil?.getTime() ?? createdAt.getTime() + WITHOUT_LEASE_MS);
}

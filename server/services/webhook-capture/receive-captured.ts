import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as captures from "#server/store/webhook-capture/webhook-captures.ts";
import { hashOf } from "../account/secrets.ts";
import { CAPTURE_MS, type CapturedRequest } from "./captured-request.ts";

type Arriving = {
  token: string;
  clientAddress: string;
  /** Called only if the address waits for a request. */
  read: () => Promise<CapturedRequest>;
};

/**
 * Captures a request that was sent to the address of a capture. Only the first one is stored, for its author.
 * Refuses the same notFound for addresses that are unknown, expired, closed or used; too many of these from one client
 * (tooManyRequests with Retry-After); and what `read` refuses, after which the address still waits.
 */
export async function receiveCaptured(app: App, { token, clientAddress, read }: Arriving) {
  const { db, vault } = app;
  const capture = await captures.findWaiting(db.prisma, { tokenHash: hashOf(token), now: app.now() });
  if (!capture) throw refusal(app, clientAddress);
  const request = vault.seal(JSON.stringify(await read()), captures.requestIdentity(capture));
  const receivedAt = app.now();
  const received = { request, receivedAt, expiresAt: new Date(receivedAt.getTime() + CAPTURE_MS) };
  if (!(await captures.receive(db.prisma, capture, received))) throw refusal(app, clientAddress);
  return {};
}

function refusal({ state }: App, clientAddress: string): Failure {
  const refused = state.captureMisses.take(clientAddress, performance.now());
  return refused
    ? new Failure("tooManyRequests", "Too many requests to addresses that do not exist. Wait and try again.", {
        headers: { "retry-after": String(refused.waitSeconds) },
      })
    : nothingWaits();
}

export const nothingWaits = () => new Failure("notFound", "Nothing waits for a webhook at this address.");

import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { challengeResponse } from "#server/event/challenge.ts";
import type { HookResponse } from "#server/event/event-hook.ts";
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
 * Captures a request that was sent to the address of a capture. The first one is stored, for its author alone. A
 * challenge by which a provider verifies the address is not: its response is returned, and the address still waits.
 *
 * Refuses the same notFound for addresses that are unknown, expired, closed or used; too many of these from one client
 * (tooManyRequests with Retry-After); and what `read` refuses, after which the address still waits.
 */
export async function receiveCaptured(
  app: App,
  { token, clientAddress, read }: Arriving,
): Promise<HookResponse | undefined> {
  const { db, vault } = app;
  const capture = await captures.findWaiting(db.prisma, { tokenHash: hashOf(token), now: app.now() });
  if (!capture) throw refusal(app, clientAddress);
  const arrived = await read();
  const challenge = challengeResponse({ ...arrived, text: arrived.body });
  if (challenge) return challenge;
  const request = vault.seal(JSON.stringify(arrived), captures.requestIdentity(capture));
  const receivedAt = app.now();
  const received = { request, receivedAt, expiresAt: new Date(receivedAt.getTime() + CAPTURE_MS) };
  if (!(await captures.receive(db.prisma, capture, received))) throw refusal(app, clientAddress);
  return undefined;
}

function refusal({ state }: App, clientAddress: string): Failure {
  const refused = state.captureMisses.take(clientAddress, performance.now());
  return refused
    ? new Failure("tooManyRequests", "Too many requests to addresses that do not exist. Wait and try again.", {
        headers: { "retry-after": String(refused.waitSeconds) },
      })
    : nothingWaits();
}

const nothingWaits = () => new Failure("notFound", "Nothing waits for a webhook at this address.");

import { redact } from "#server/account/redact.ts";
import type { App } from "#server/context.ts";
import { callbackBody } from "#server/event/callback.ts";
import { retryAfterMs } from "#server/event/retry-wait.ts";
import { isoSeconds } from "#server/iso-date.ts";
import type { CallbackResponse, Mailer } from "#server/ports.ts";
import type { ClaimedDelivery, Subscribed } from "#server/store/delivery/delivery-queue.ts";
import { type Attempt, DONE, failedBy, SHOWN } from "./attempt.ts";
import { type Credentials, openCredentials, signingKeys } from "./credentials.ts";
import { signCallback } from "./sign-callback.ts";

type World = Pick<App, "callbacks" | "vault" | "now"> & { mailer: Mailer };
type Send = (world: World, delivery: ClaimedDelivery, subscription: Subscribed) => Promise<Attempt>;

/** How much of a receiver's response is stored. */
const QUOTED = 300;

/** How each channel of a subscription delivers a notification. */
const CHANNELS: Readonly<Record<string, Send>> = {
  async webhook({ callbacks, vault, now }, { webhookId: id, notification }, subscription) {
    const credentials = openCredentials(vault, subscription);
    const body = callbackBody(bodyOf(notification));
    return post({ callbacks, now }, { url: subscription.address, id, body, credentials });
  },
  async email({ mailer }, { notification: { subject, message, payload } }, subscription) {
    if (!mailer) return SHOWN;
    await mailer.send({ to: subscription.address, subject, body: message || (payload ?? "") });
    return DONE;
  },
  // There is no gateway for these channels.
  sms: async () => SHOWN,
  push: async () => SHOWN,
};

/** Makes one attempt; errors are part of the result and never thrown. */
export async function sendOver(world: World, delivery: ClaimedDelivery, subscription: Subscribed): Promise<Attempt> {
  try {
    return (await CHANNELS[subscription.channel]?.(world, delivery, subscription)) ?? SHOWN;
  } catch (error) {
    return failedBy(error);
  }
}

type Callback = { url: string; id: string; body: string; credentials: Credentials };

/** Posts a signed callback; any 2xx means that the receiver accepted it. Throws a Failure if there was no response. */
export async function post(
  { callbacks, now }: Pick<App, "callbacks" | "now">,
  { url, id, body, credentials }: Callback,
): Promise<Attempt> {
  const { headers, username, password, signatureKey } = credentials;
  const timestamp = Math.floor(now().getTime() / 1000);
  const signed = signCallback({ id, timestamp, body }, signingKeys(credentials, now()));
  const basic = (username || password) && `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const response = await callbacks.post({
    url,
    headers: { ...headers, ...(basic && { authorization: basic }), ...signed, "content-type": "application/json" },
    body,
  });
  const secrets = [password, signatureKey, basic, ...credentials.secrets.map(({ secret }) => secret)];
  return attemptOf(response, { now: now(), secrets: [...secrets, ...Object.values(headers)].filter(Boolean) });
}

function attemptOf(
  { status, headers, text }: CallbackResponse,
  { now, secrets }: { now: Date; secrets: string[] },
): Attempt {
  if (status >= 200 && status < 300) return { ...DONE, answerStatus: status };
  // A text column cannot store NUL.
  const words = redact(text.slice(0, QUOTED).replaceAll("\0", ""), secrets).text;
  return {
    status: "failed",
    answerStatus: status,
    error: `The receiver answered ${status}${words && `: ${words}`}`,
    wishMs: retryAfterMs(headers["retry-after"], now),
    isGone: status === 410,
  };
}

function bodyOf({ id, topic, severity, subject, message, payload, createdAt }: ClaimedDelivery["notification"]) {
  const head = { id, topic, createdDate: isoSeconds(createdAt) };
  return payload === null
    ? { ...head, severity, subject, message: JSON.stringify(message) }
    : { ...head, message: payload };
}

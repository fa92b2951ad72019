import { credentialsInAddress, shownAddress } from "#server/account/callback-address.ts";
import { MASK } from "#server/account/mask.ts";
import { maskAndCut } from "#server/account/mask-and-cut.ts";
import { isCredentialHeader, redact } from "#server/account/redact.ts";
import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { callbackBody } from "#server/event/callback.ts";
import { retryAfterMs } from "#server/event/retry-wait.ts";
import { isoSeconds } from "#server/iso-date.ts";
import type { CallbackResponse, Mailer } from "#server/ports.ts";
import type { ClaimedDelivery, Subscribed } from "#server/store/delivery/delivery-queue.ts";
import { type Attempt, type DescribedCallback, DONE, failedBy, SHOWN } from "./attempt.ts";
import { type Credentials, openCredentials, signingKeys } from "./credentials.ts";
import { mailOf } from "./mail-of.ts";
import { signCallback } from "./sign-callback.ts";
import { addressOf } from "./subscribed-address.ts";

type World = Pick<App, "callbacks" | "env" | "vault" | "now"> & { mailer: Mailer };
type Send = (world: World, delivery: ClaimedDelivery, subscription: Subscribed) => Promise<Attempt>;

/** How much of a receiver's response is quoted in the error. */
const QUOTED = 300;
/** How much of its headers and body is recorded. */
const RECORDED = { value: 500, body: 4000 };
const MOST_HEADERS = 40;

/** How each channel of a subscription delivers a notification. */
const CHANNELS: Readonly<Record<string, Send>> = {
  async webhook({ callbacks, vault, now }, { webhookId: id, notification }, subscription) {
    const credentials = openCredentials(vault, subscription);
    const body = callbackBody(bodyOf(notification));
    return post({ callbacks, now }, { url: addressOf(vault, subscription), id, body, credentials });
  },
  async email({ mailer, vault, env }, { notification }, subscription) {
    if (!mailer) return SHOWN;
    await mailer.send({ to: addressOf(vault, subscription), ...mailOf({ env }, notification) });
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

/** Posts a signed callback; any 2xx means that the receiver accepted it. Without a response the attempt has failed. */
export async function post(
  { callbacks, now }: Pick<App, "callbacks" | "now">,
  { url, id, body, credentials }: Callback,
): Promise<Attempt> {
  const { headers, username, password, signatureKey } = credentials;
  const timestamp = Math.floor(now().getTime() / 1000);
  const signed = signCallback({ id, timestamp, body }, signingKeys(credentials, now()));
  const basic = (username || password) && Buffer.from(`${username}:${password}`).toString("base64");
  const sent = {
    ...headers,
    ...(basic && { authorization: `Basic ${basic}` }),
    ...signed,
    "content-type": "application/json",
  };
  const secrets = [
    ...[password, signatureKey, basic, ...credentials.secrets.map(({ secret }) => secret)],
    ...Object.values(headers),
    ...credentialsInAddress(url),
  ].filter(Boolean);
  const describe = (response?: CallbackResponse) => describeCallback({ url, sent, own: headers, response }, secrets);
  try {
    const response = await callbacks.post({ url, headers: sent, body });
    return { ...attemptOf(response, { now: now(), secrets }), exchange: describe(response) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...failedBy(error), exchange: describe() };
  }
}

type Callable = {
  url: string;
  sent: Record<string, string>;
  /** The headers that the subscriber chose: their values may be credentials. */
  own: Record<string, string>;
  response: CallbackResponse | undefined;
};

function describeCallback({ url, sent, own, response }: Callable, secrets: string[]): string {
  const described: DescribedCallback = {
    request: {
      method: "POST",
      url: shownAddress(url),
      headers: recorded(sent, secrets, (name) => Object.hasOwn(own, name)),
    },
    ...(response && {
      response: {
        status: response.status,
        headers: recorded(response.headers, secrets),
        body: maskAndCut(response.text, RECORDED.body, (text) => redact(text, secrets).text),
      },
    }),
  };
  return redact(JSON.stringify(described), secrets).text.replaceAll("\\u0000", "").toWellFormed();
}

const recorded = (
  headers: Record<string, string>,
  secrets: string[],
  isSecret: (name: string) => boolean = () => false,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, MOST_HEADERS)
      .map(([name, value]) => [
        name,
        isSecret(name) || isCredentialHeader(name)
          ? MASK
          : maskAndCut(String(value), RECORDED.value, (text) => redact(text, secrets).text),
      ]),
  );

function attemptOf(
  { status, headers, text }: CallbackResponse,
  { now, secrets }: { now: Date; secrets: string[] },
): Omit<Attempt, "exchange"> {
  if (status >= 200 && status < 300) return { ...DONE, answerStatus: status };
  // A text column cannot store NUL.
  const words = maskAndCut(text.replaceAll("\0", ""), QUOTED, (whole) => redact(whole, secrets).text);
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

import { isEmailAddress } from "../account/email-address.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** The keys of the settings of a formula instance. Other keys are stored and returned. */
export const SETTING = {
  email: "notification.email",
  webhook: "notification.webhook.url",
  /** Which failures send a notification: `every`, or the `first` of consecutive failures. */
  failures: "notification.failures",
  /** The number of consecutive failures after which people are warned, and after which the instance is disabled. */
  warnAfter: "errors.warn.after",
  stopAfter: "errors.stop.after",
} as const;

export const NOTIFIED_FAILURES = ["every", "first"] as const;

/** The numbers of consecutive failures for instances without their own. */
export const DEFAULT_ERRORS = { warnAfter: 51, stopAfter: 101 };

const MOST_ERRORS = 99_999;

type Settings = Record<string, unknown>;

/** All reasons to refuse these settings, except for `api`, which concerns the formula. */
export function settingRefusals(settings: Settings): Refusal[] {
  const refused = (key: string, why: string) => [refuse(["settings", key], `settings: ${key} must be ${why}.`)];
  const given = (key: string) => (settings[key] === null || settings[key] === "" ? undefined : settings[key]);
  const [email, webhook, failures] = [given(SETTING.email), given(SETTING.webhook), given(SETTING.failures)];
  const isKnown = failures === undefined || NOTIFIED_FAILURES.some((known) => known === failures);
  return [
    ...(email === undefined || areEmailAddresses(email) ? [] : refused(SETTING.email, "one or more e-mail addresses")),
    ...(webhook === undefined || isWebAddress(webhook) ? [] : refused(SETTING.webhook, "an http or https address")),
    ...(isKnown ? [] : refused(SETTING.failures, NOTIFIED_FAILURES.join(" or "))),
    ...[SETTING.warnAfter, SETTING.stopAfter]
      .filter((key) => given(key) !== undefined && !isCount(given(key)))
      .flatMap((key) => refused(key, `a whole number from 1 to ${MOST_ERRORS}`)),
  ];
}

/** Addresses with commas in between, with or without names: `ops@example.com, Ada <ada@example.com>`. */
const areEmailAddresses = (value: unknown): boolean =>
  typeof value === "string" &&
  value
    .split(/[,;]/)
    .every((part) => !/[\r\n]/.test(part) && isEmailAddress((/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim()));

const isWebAddress = (value: unknown): boolean => typeof value === "string" && webAddress(value) !== undefined;

/**
 * Parses an http or https address; without a scheme, such as `hooks.example.com/x`, it is https. Undefined for anything
 * else.
 */
export function webAddress(text: string): string | undefined {
  const written = text.trim();
  const isBare = !/^[a-z][a-z\d+.-]*:(?!\d+(?:[/?#]|$))/i.test(written);
  if (isBare && !/^[^/?#@:]+\.[^/?#@:]+(?::\d+)?(?:[/?#]|$)/.test(written)) return undefined;
  const address = isBare ? `https://${written}` : written;
  const { protocol } = URL.parse(address) ?? {};
  return protocol === "http:" || protocol === "https:" ? address : undefined;
}

const isCount = (value: unknown): boolean =>
  /^[1-9]\d{0,4}$/.test(typeof value === "number" || typeof value === "string" ? String(value) : "");

import { Failure } from "#server/errors.ts";

/** The outcome of one attempt to deliver a notification. */
export type Attempt = {
  /** `notified`: there is no transport for this receiver; the notification is in the inbox. */
  status: "delivered" | "notified" | "failed";
  answerStatus: number | null;
  error: string | null;
  /** The wait that the receiver requested. */
  wishMs: number;
  /** The receiver wants no further notifications. */
  isGone: boolean;
  /** The HTTP exchange as JSON text without credentials (`DescribedCallback`); null if nothing was sent by HTTP. */
  exchange: string | null;
};

/** An exchange with a receiver; without a response if none arrived. */
export type DescribedCallback = {
  request: { method: string; url: string; headers: Record<string, string> };
  response?: { status: number; headers: Record<string, string>; body: string };
};

export const DONE: Attempt = {
  status: "delivered",
  answerStatus: null,
  error: null,
  wishMs: 0,
  isGone: false,
  exchange: null,
};
export const SHOWN: Attempt = { ...DONE, status: "notified" };
export const FAILED: Attempt = { ...DONE, status: "failed" };

/** A failed attempt with the reason, as far as it may be shown. */
export const failedBy = (error: unknown): Attempt => ({
  ...FAILED,
  error: error instanceof Failure ? error.message : "It could not be sent.",
});

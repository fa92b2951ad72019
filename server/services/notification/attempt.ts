import { Failure } from "#server/errors.ts";

/** The outcome of one attempt to deliver a notification. */
export type Attempt = {
  /** `notified`: there is no way to this receiver, people find the notification in the inbox. */
  status: "delivered" | "notified" | "failed";
  answerStatus: number | null;
  error: string | null;
  /** How long the receiver asks to wait. */
  wishMs: number;
  /** The receiver wants nothing more, ever. */
  isGone: boolean;
};

export const DONE: Attempt = { status: "delivered", answerStatus: null, error: null, wishMs: 0, isGone: false };
export const SHOWN: Attempt = { ...DONE, status: "notified" };
export const FAILED: Attempt = { ...DONE, status: "failed" };

/** A failed attempt with the reason, as far as it may be shown. */
export const failedBy = (error: unknown): Attempt => ({
  ...FAILED,
  error: error instanceof Failure ? error.message : "It could not be sent.",
});

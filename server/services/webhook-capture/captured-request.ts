import type { WebhookCaptureRecord } from "#server/store/webhook-capture/webhook-captures.ts";

/** A request as it arrived, for `tryEvent`. */
export type CapturedRequest = {
  method: "GET" | "POST";
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
  /** The text of the body. */
  body: string;
};

/** How long an address waits, and then how long its request is stored. */
export const CAPTURE_MS = 10 * 60_000;

/** A capture as its author sees it. */
export const presentCapture = (
  { id, expiresAt, receivedAt }: Pick<WebhookCaptureRecord, "id" | "expiresAt" | "receivedAt">,
  request: CapturedRequest | null,
) => ({
  id,
  expiresDate: expiresAt.toISOString(),
  request: request && receivedAt && { ...request, receivedDate: receivedAt.toISOString() },
});

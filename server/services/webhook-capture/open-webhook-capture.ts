import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isTaken } from "#server/store/database/database-errors.ts";
import * as captures from "#server/store/webhook-capture/webhook-captures.ts";
import { hashOf } from "../account/secrets.ts";
import { record } from "../audit/record.ts";
import { type DraftOf, ownerOf } from "../element-draft/drafted-element.ts";
import { newCaptureToken } from "./capture-token.ts";
import { CAPTURE_MS, presentCapture } from "./captured-request.ts";

/**
 * Opens an address for one request of a provider, replacing the caller's previous one for this definition. Its URL is
 * returned only here. Refuses: what `ownerOf` refuses, a draft that was never saved (badRequest), and two concurrent
 * openings (conflict).
 */
export async function openWebhookCapture(ctx: Context, of: DraftOf) {
  const { owner } = await ownerOf(ctx, of);
  if (!owner) throw new Failure("badRequest", "draftId: save the draft first, or name an element.");
  const token = newCaptureToken();
  const expiresAt = new Date(ctx.now().getTime() + CAPTURE_MS);
  try {
    return await ctx.db.prisma.$transaction(async (tx) => {
      const capture = await captures.replace(tx, ctx.caller, { owner, tokenHash: hashOf(token), expiresAt });
      const parent = "elementId" in owner && { parentId: owner.elementId };
      await record(tx, ctx, { entity: "webhookCapture", entityId: capture.id, ...parent, action: "created" });
      const { href } = new URL(`/elements/api-v2/webhook-captures/${token}`, ctx.env.PUBLIC_URL);
      return { ...presentCapture(capture, null), url: href };
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new Failure("conflict", "Another window of yours opened a webhook capture at this moment. Try again.", {
      cause: error,
    });
  }
}

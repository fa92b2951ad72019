import { custom } from "#server/element/auth/custom.ts";
import { isRecord } from "./paths.ts";

/** An element while it is edited: any JSON object, so that fields that the builder does not know are preserved. */
export type ElementDraft = Readonly<Record<string, unknown>>;

export const emptyElement: ElementDraft = {
  name: "",
  description: "",
  hub: "general",
  authentication: { type: custom.type },
};

/** Reads a draft; fails for JSON that is not an object. */
export function openElement(json: unknown): ElementDraft {
  if (!isRecord(json)) throw new SyntaxError("An element is a JSON object.");
  return json;
}

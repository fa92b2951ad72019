import { automaticConfiguration } from "#server/element/definition/automatic-configuration.ts";
import { elementSchema } from "#server/element/shape.ts";
import type { ElementDraft } from "./element-draft.ts";
import { insertAt, listAt, setAt } from "./paths.ts";

const LIST = ["configuration"] as const;

/** An entry that every element of this kind has, by its key, for drafts in which it is not written. */
export function automaticEntry(draft: ElementDraft, key: string): Readonly<Record<string, unknown>> | undefined {
  const parsed = elementSchema.safeParse({ ...draft, name: "draft", description: "", resources: [], objects: [] });
  return parsed.success ? automaticConfiguration(parsed.data).find((entry) => entry.key === key) : undefined;
}

/**
 * The draft with this default value of the entry. An entry that every element has enters the draft with its first
 * change.
 */
export function withEntry(draft: ElementDraft, key: string, defaultValue: string): ElementDraft {
  const at = listAt(draft, LIST).findIndex((entry) => entry.key === key);
  if (at >= 0) return setAt(draft, [...LIST, at, "defaultValue"], defaultValue);
  const { id: _, ...entry }: Readonly<Record<string, unknown>> = automaticEntry(draft, key) ?? { key, name: key };
  return insertAt(draft, LIST, { ...entry, defaultValue });
}

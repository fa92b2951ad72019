import { automaticConfiguration } from "#server/element/definition/automatic-configuration.ts";
import type { ElementDraft } from "../../model/element-draft.ts";
import { parsedElement } from "../../model/parsed-element.ts";
import { listAt, textOf } from "../../model/paths.ts";
import { isOwnEntry } from "../owned-fields.ts";

/** Why an entry of this part cannot have a key. */
export type KeyProblem = "empty" | "long" | "reserved" | "taken";

const LONGEST = 255;

/** Why the entry at a position cannot have this key; undefined if it can. */
export function keyProblem(draft: ElementDraft, at: number, key: string): KeyProblem | undefined {
  if (key === "") return "empty";
  if (key.length > LONGEST) return "long";
  const element = parsedElement(draft);
  const isAutomatic = element && automaticConfiguration(element).some((entry) => entry.key === key);
  if (isAutomatic || !isOwnEntry(key)) return "reserved";
  const isTaken = listAt(draft, ["configuration"]).some((entry, other) => other !== at && textOf(entry.key) === key);
  return isTaken ? "taken" : undefined;
}

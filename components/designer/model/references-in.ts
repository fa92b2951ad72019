import { MASK } from "#server/account/mask.ts";
import { INFO_NAMES } from "#server/formula/context.ts";
import { type Reference, readPath, references } from "#server/formula/expression.ts";
import { hasRoot, nameIn, referredIn, rootOf, withName } from "#server/formula/path.ts";
import { similarIn } from "#server/formula/similar-name.ts";
import { TRIGGER_TYPES, type TriggerTypeName } from "#server/formula/triggers/registry.ts";
import { pathWithKey } from "#server/formula/variable-names.ts";
import type { Draft, PartRef } from "./draft.ts";
import { stepsBefore } from "./graph.ts";
import { loopBodies } from "./loop-bodies.ts";
import { namesOf } from "./names.ts";
import type { Speech } from "./speech.ts";
import { type RunValues, unseenPath } from "./unseen-paths.ts";

/**
 * The problem of a reference: it names nothing that exists (`unknown`), never has a value when this runs
 * (`unreachable`), had no value in the last run (`unseen`), or was masked in its records (`secret`).
 */
export type ReferenceState = "ok" | "unknown" | "unreachable" | "unseen" | "secret";

/** `meant`: the path that was probably intended. */
type ReferenceStatus = { state: ReferenceState; message?: string; meant?: string };
export type SeenReference = Reference & ReferenceStatus;

export type Known = {
  speech: Speech;
  /** The text is a path without `${}`. */
  isBare?: boolean;
  /** The values of the last run. */
  values?: RunValues | undefined;
};

/** All references of a text in order, with descriptions of their problems at this part. */
export function referencesIn(draft: Draft, at: PartRef, text: string, known: Known): SeenReference[] {
  return written(text, known.isBare).map((reference) => ({
    ...reference,
    ...statusOf(draft, at, reference.path, known),
  }));
}

function written(text: string, isBare = false): Reference[] {
  if (!isBare) return references(text);
  return hasRoot(text) ? [{ path: text, start: 0, end: text.length }] : [];
}

function statusOf(draft: Draft, at: PartRef, path: string, { speech, values }: Known): ReferenceStatus {
  const reference = `\${${path}}`;
  const full = hasRoot(path) ? pathWithKey(path, draft.configuration) : rooted(draft, path);
  if (full === undefined) {
    // In v3 the syntax itself is the problem, and reported as such.
    const message = draft.engine !== "v3" && speech.t("problems.noName", { reference });
    return { state: "unknown", ...(message && { message }) };
  }
  const unseen = values && unseenPath(values, draft, full, speech);
  return (
    nowhere(draft, at, full, reference, speech) ??
    (unseen ? { state: "unseen", message: unseen } : { state: values && isMasked(values, full) ? "secret" : "ok" })
  );
}

/** The full path of a name without a root, in the lookup order of engine v1. */
function rooted(draft: Draft, path: string): string | undefined {
  const found = draft.engine === "v3" ? undefined : referredIn(path, namesOf(draft), true);
  return found && `${found.root}${path.startsWith("[") ? "" : "."}${path}`;
}

function isMasked({ context }: RunValues, path: string): boolean {
  const value = readPath(context, path);
  return typeof value === "string" && value.includes(MASK);
}

/** Values that only one kind of trigger has; any formula can be started with arguments. */
const TRIGGER_VALUES: Partial<Record<string, TriggerTypeName>> = Object.fromEntries(
  Object.values(TRIGGER_TYPES).flatMap(
    ({ type, contextKeys = [] }: { type: TriggerTypeName; contextKeys?: readonly string[] }) =>
      contextKeys.map((name) => [name, type]),
  ),
);

/** Providers of values may add others, so that only a similar name is reported. */
const TRIGGER_NAMES = ["args", "type", ...Object.keys(TRIGGER_VALUES)];

/** Why a reference will have no value; the longest matching name decides. */
export function nowhere(
  draft: Draft,
  at: PartRef,
  path: string,
  reference: string,
  { t, kind }: Speech,
): ReferenceStatus | undefined {
  const root = rootOf(path);
  const type = root === "trigger" ? triggerWith(path) : undefined;
  if (type && draft.triggers.length > 0 && !draft.triggers.some((trigger) => trigger.type === type))
    return unreachable(t("problems.otherTrigger", { label: kind({ trigger: 0 }, { type }).label, reference }));
  if (root === undefined || path === root) return undefined;
  if (root === "info" && !nameIn(path, INFO_NAMES))
    return unknown(path, INFO_NAMES, t("problems.noInfo", { reference }), t);
  if (root === "trigger" && !nameIn(path, TRIGGER_NAMES) && similarIn(path, TRIGGER_NAMES))
    return unknown(path, TRIGGER_NAMES, t("problems.noTriggerValue", { reference }), t);
  if (root !== "steps" && root !== "config") return undefined;
  const found = referredIn(path, namesOf(draft));
  if (!found) {
    const message = t(`problems.${root === "steps" ? "noStep" : "noVariable"}`, { reference });
    return unknown(path, namesOf(draft)[root], message, t);
  }
  const { name, end } = found;
  if (root === "config" || !("step" in at)) return undefined;
  if (!stepsBefore(draft, at.step).has(name)) return unreachable(t("problems.later", { name, reference }));
  // Engine v1 outputs the number of items after the end.
  const ofItem = draft.engine === "v3" ? /^(\.|\[['"]?)(entry|index)\b/ : /^(\.|\[['"]?)entry\b/;
  const body = ofItem.test(path.slice(end)) ? loopBodies(draft).get(name) : undefined;
  return body && !body.has(at.step) ? unreachable(t("problems.outsideLoop", { name, reference })) : undefined;
}

/** With the existing path that was probably meant, as the next sentence. */
function unknown(path: string, names: readonly string[], message: string, t: Speech["t"]): ReferenceStatus {
  const similar = similarIn(path, names);
  if (!similar) return { state: "unknown", message };
  const meant = withName(path, similar, similar.name);
  return { state: "unknown", message: `${message} ${t("problems.meant", { name: similar.name })}`, meant };
}

/** The kind of trigger that alone has the value at this path. */
function triggerWith(path: string): TriggerTypeName | undefined {
  const found = nameIn(path, Object.keys(TRIGGER_VALUES));
  return found && TRIGGER_VALUES[found.name];
}

const unreachable = (message: string): ReferenceStatus => ({ state: "unreachable", message });

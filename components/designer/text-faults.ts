import { hasRoot, references } from "#server/formula/expression.ts";
import { expressionProblems } from "#server/formula/expression-problems.ts";
import { TRIGGER_TYPES, type TriggerTypeName } from "#server/formula/triggers/registry.ts";
import type { Draft, PartRef } from "./draft.ts";
import { stepsBefore } from "./graph.ts";
import { loopBodies } from "./loop-bodies.ts";
import { longestName, splitPath } from "./names.ts";
import type { Speech } from "./speech.ts";
import { type RunValues, unseenPath } from "./unseen-paths.ts";

/** What is wrong with a text, and the text as it was probably meant where that can be told. */
export type TextFault = { message: string; fix?: { label: string; text: string } };

type Known = {
  speech: Speech;
  /** The text is a path without `${}`. */
  isBare?: boolean;
  /** What the last run held. */
  values?: RunValues | undefined;
};

/** What looks like a reference and is none, references that lead nowhere, and those that found nothing last time. */
export function textFaults(
  draft: Draft,
  at: PartRef,
  text: string,
  { speech, isBare = false, values }: Known,
): TextFault[] {
  const { t } = speech;
  const [braced] = isBare ? references(text) : [];
  if (braced && braced.start === 0 && braced.end === text.length)
    return [
      {
        message: t("problems.bracedPath"),
        fix: { label: t("problems.write", { text: braced.path }), text: braced.path },
      },
    ];
  const written = isBare ? [] : expressionProblems(text, { shorthand: draft.engine !== "v3", names: namesOf(draft) });
  const paths = isBare ? (hasRoot(text) ? [text] : []) : references(text).map(({ path }) => path);
  return [
    ...written.map(({ message, start, end, fix }) => ({
      message,
      ...(fix !== undefined && {
        fix: { label: t("problems.write", { text: fix }), text: text.slice(0, start) + fix + text.slice(end) },
      }),
    })),
    ...[...new Set(paths)].flatMap((path) => {
      const message = nowhere(draft, at, path, speech) ?? (values && unseenPath(values, draft, path, speech));
      return message ? [{ message }] : [];
    }),
  ];
}

/** What only one kind of trigger tells; anything may be started with arguments. */
const TOLD_ONLY_BY: Partial<Record<string, TriggerTypeName>> = {
  event: "event",
  eventId: "event",
  instanceId: "event",
  body: "event",
  request: "elementRequest",
  response: "elementRequest",
};

const namesOf = ({ steps, configuration }: Draft) => ({
  steps: steps.map(({ name }) => name),
  config: configuration.map(({ key }) => key),
});

/** Why a reference will find nothing; the longest name that fits is the one that counts. */
function nowhere(draft: Draft, at: PartRef, path: string, { t }: Speech): string | undefined {
  const reference = `\${${path}}`;
  const [root, rest] = splitPath(path);
  const type = root === "trigger" ? TOLD_ONLY_BY[rest.split(/[.[]/, 1)[0] ?? ""] : undefined;
  if (type && draft.triggers.length > 0 && !draft.triggers.some((trigger) => trigger.type === type))
    return `Only a trigger of the kind "${TRIGGER_TYPES[type].label}" has \${${path}}.`;
  if (
    root === "config" &&
    rest &&
    longestName(
      draft.configuration.map(({ key }) => key),
      rest,
    ) === undefined
  )
    return t("problems.noVariable", { reference });
  if (root !== "steps" || !rest) return undefined;
  const name = longestName(
    draft.steps.map((step) => step.name),
    rest,
  );
  if (name === undefined) return t("problems.noStep", { reference });
  if (!("step" in at)) return undefined;
  if (!stepsBefore(draft, at.step).has(name)) return t("problems.later", { name, reference });
  // Engine v1 keeps the number of items beyond the end.
  const ofItem = draft.engine === "v3" ? /^\.(entry|index)\b/ : /^\.entry\b/;
  const body = ofItem.test(rest.slice(name.length)) ? loopBodies(draft).get(name) : undefined;
  return body && !body.has(at.step) ? t("problems.outsideLoop", { name, reference }) : undefined;
}

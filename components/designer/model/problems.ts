import { unreadProperties } from "#server/definition-files/unread-properties.ts";
import { property } from "#server/formula/property.ts";
import { callCycles, type FormulaCalls } from "./call-cycles.ts";
import type { Draft, DraftStep, DraftTrigger, PartRef } from "./draft.ts";
import { partsOf, reachableSteps } from "./graph.ts";
import { loopBodies, openEnds } from "./loop-bodies.ts";
import { type KnownIds, lostReferences } from "./lost-references.ts";
import { definitionOf, propertiesOf } from "./part-properties.ts";
import type { Problem } from "./problem.ts";
import { refusalsOf } from "./refusals.ts";
import { scriptProblems } from "./script-problems.ts";
import type { Speech } from "./speech.ts";
import { problemsInText } from "./text-problems.ts";
import { replaceText, textsIn } from "./texts.ts";
import type { RunValues } from "./unseen-paths.ts";

/** Context beside the draft: the values of its last run, the formulas that each formula runs, and what exists. */
export type Known = {
  values?: RunValues | undefined;
  calls?: FormulaCalls | undefined;
  formulaId?: number | null;
  ids?: KnownIds;
};

/** Errors by the API's own validation, followed by hints about probable mistakes. */
export const problemsOf = (draft: Draft, speech: Speech, known: Known = {}): Problem[] => [
  ...refusalsOf(draft, speech),
  ...unreached(draft, speech),
  ...unclosedLoops(draft, speech),
  ...lostReferences(draft, known.ids ?? {}, speech),
  ...callCycles(draft, known.formulaId ?? null, known.calls, speech),
  ...partsOf(draft).flatMap(({ ref, part }) => [
    ...lostArrows(draft, ref, part, speech),
    ...missingProperties(ref, part, speech),
    ...propertiesWithoutEffect(ref, part, speech),
    ...textProblems(draft, ref, part, speech, known.values),
  ]),
];

function unreached(draft: Draft, { t }: Speech): Problem[] {
  if (draft.triggers.length === 0) return [{ severity: "hint", message: t("problems.noTrigger") }];
  const reached = reachableSteps(draft);
  return draft.steps
    .filter(({ name }) => !reached.has(name))
    .map(({ name }) => ({
      severity: "hint",
      message: t("problems.unreached"),
      at: { step: name },
    }));
}

function lostArrows(draft: Draft, at: PartRef, part: DraftStep | DraftTrigger, { t }: Speech): Problem[] {
  const known = new Set(draft.steps.map(({ name }) => name));
  const lost = [...part.onSuccess, ...part.onFailure].filter((name) => !known.has(name));
  return [...new Set(lost)].map((name) => ({
    severity: "hint",
    message: t("problems.lostArrow", { name }),
    at,
  }));
}

/** An incomplete formula may be saved; it fails when a run reaches the missing part. */
function missingProperties(at: PartRef, part: DraftStep | DraftTrigger, speech: Speech): Problem[] {
  return Object.entries(propertiesOf(at, part)).flatMap(([name, schema]) => {
    const value = part.properties[name];
    const isMissing = (value === undefined || value === "") && !schema.safeParse(undefined).success;
    if (!isMissing) return [];
    const { label } = speech.property(at, part, name);
    return [{ severity: "hint", message: speech.t("problems.empty", { label }), at, property: name }];
  });
}

/** A property of no field, likely with a typing error: it can only be removed here. */
const propertiesWithoutEffect = (at: PartRef, part: DraftStep | DraftTrigger, { t }: Speech): Problem[] =>
  unreadProperties(part.properties, definitionOf(at, part)).map(({ name, meant }) => {
    const hint = meant === undefined ? "" : ` ${t("problems.meant", { name: meant })}`;
    const change = { do: "setProperty", of: at, name, value: undefined } as const;
    return {
      ...{ severity: "hint", at, message: `${t("problems.noEffect", { name })}${hint}` },
      fix: { label: t("problems.removeProperty", { name }), change },
    };
  });

/** A loop continues with its next item only if its body leads back. */
function unclosedLoops(draft: Draft, { t }: Speech): Problem[] {
  return [...loopBodies(draft)].flatMap(([name, body]): Problem[] => {
    const [end] = openEnds(draft, name, body);
    if (!end) return [];
    return [
      {
        severity: "hint",
        message: t("problems.openLoop"),
        at: { step: name },
        fix: { label: t("problems.closeLoop", { end: end.name, loop: name }), change: { do: "closeLoop", name } },
      },
    ];
  });
}

function textProblems(
  draft: Draft,
  at: PartRef,
  part: DraftStep | DraftTrigger,
  speech: Speech,
  values: RunValues | undefined,
): Problem[] {
  return Object.entries(propertiesOf(at, part)).flatMap(([name, schema]) => {
    const { reads = "template" } = property.get(schema) ?? {};
    const value = part.properties[name];
    if (reads === "script") return scriptProblems(draft, at, name, value, speech);
    return textsIn(value).flatMap((text) =>
      problemsInText(draft, at, text, { speech, isBare: reads === "path", values }).map(
        ({ message, fix }): Problem => ({
          severity: "hint",
          message,
          at,
          property: name,
          ...(fix && {
            fix: {
              label: fix.label,
              change: { do: "setProperty", of: at, name, value: replaceText(value, text, fix.text) },
            },
          }),
        }),
      ),
    );
  });
}

import { eventKindOf } from "#server/element/event-kinds/registry.ts";
import { type ProblemKey, type ProblemSentence, sentence } from "#server/formula/problem-sentences.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";

type Instance = Pick<ElementInstanceRecord, "id" | "name" | "disabled" | "configuration">;

/** Why no event of an element instance starts a formula, and how to fix it; empty if events can arrive. */
export const eventProblems = (instance: Instance): ProblemSentence[] => {
  const { id, name } = instance;
  return [
    ...PROBLEMS.filter(({ applies }) => applies(instance)).map(({ key }) => sentence(key, { id, name })),
    ...[eventKindOf(instance.configuration)?.problem?.(instance) ?? []].flat(),
  ];
};

const PROBLEMS: { applies: (instance: Instance) => boolean; key: ProblemKey }[] = [
  { applies: ({ configuration }) => eventKindOf(configuration) === undefined, key: "eventsOff" },
  { applies: ({ disabled }) => disabled, key: "eventsRefused" },
];

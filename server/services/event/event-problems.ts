import { eventKindOf } from "#server/element/event-kinds/registry.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";

type Instance = Pick<ElementInstanceRecord, "id" | "disabled" | "configuration">;

/** Why no event of an element instance starts a formula, and how to fix it; empty if events can arrive. */
export const eventProblems = (instance: Instance): string[] => [
  ...PROBLEMS.flatMap(({ applies, explain }) => (applies(instance) ? [explain(instance)] : [])),
  ...[eventKindOf(instance.configuration)?.problem?.(instance) ?? []].flat(),
];

const PROBLEMS: { applies: (instance: Instance) => boolean; explain: (instance: Instance) => string }[] = [
  {
    applies: ({ configuration }) => eventKindOf(configuration) === undefined,
    explain: ({ id }) =>
      `Events of the element instance ${id} are off. To switch them on, set event.notification.enabled to true in its configuration (PATCH /instances/${id}), or turn on Events in the settings of the connection.`,
  },
  {
    applies: ({ disabled }) => disabled,
    explain: ({ id }) =>
      `The element instance ${id} is disabled, and its events are refused. Enable it (PUT /instances/${id}/enabled).`,
  },
];

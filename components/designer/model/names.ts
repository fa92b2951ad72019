import type { Names } from "#server/formula/path.ts";
import type { Draft } from "./draft.ts";

/** The names in a draft that expressions can refer to. */
export const namesOf = ({ steps, configuration }: Pick<Draft, "steps" | "configuration">): Names => ({
  steps: steps.map(({ name }) => name),
  config: configuration.map(({ key }) => key),
});

import type { Formula } from "./formula-answers.ts";

/** The hub of the requests that the steps of a formula send by a variable; undefined if they name none. */
export function hubOfVariable({ steps }: Pick<Formula, "steps">, key: string): string | undefined {
  const texts = steps.map(({ properties }) => JSON.stringify(properties));
  const sending = texts.filter((text) => text.includes(`\${config.${key}}`));
  const hubs = new Set(sending.flatMap((text) => /\/hubs\/([\w-]+)\//.exec(text)?.[1] ?? []));
  return hubs.size === 1 ? [...hubs][0] : undefined;
}

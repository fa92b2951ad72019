import type { App } from "#server/context.ts";

/** All items of portions. */
export async function allOf<Item>(portions: AsyncIterable<Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const portion of portions) items.push(...portion);
  return items;
}

/** The executions that have files of values, in order. */
export async function executionsWithFiles({ valueFiles }: Pick<App, "valueFiles">): Promise<number[]> {
  const ids: number[] = [];
  for (const day of await allOf(valueFiles.listFolders("values")))
    ids.push(...(await allOf(valueFiles.listFolders(`values/${day}`))).map(Number));
  return ids.sort((a, b) => a - b);
}

import type { Context } from "#server/context.ts";
import { createInstance, type NewInstance } from "../instance/create-instance.ts";
import { listInstances } from "../instance/list-instances.ts";

type Seeded = Pick<NewInstance, "name" | "configuration"> & { element: string };

/** Connects elements of the catalog for the demo organisation, unless it has an instance of them. In the given order. */
export async function seedConnections(ctx: Context, wanted: Seeded[]): Promise<{ id: number; token: string }[]> {
  const connected = [];
  for (const { element, ...input } of wanted) {
    const { items } = await listInstances(ctx, { keyOrId: element, page: { size: 1, after: undefined } });
    connected.push(items[0] ?? (await createInstance(ctx, element, input)).instance);
  }
  return connected.map(({ id, token }) => ({ id, token }));
}

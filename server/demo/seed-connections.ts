import { MASK } from "#server/account/mask.ts";
import type { Context } from "#server/context.ts";
import { changeInstance } from "#server/services/instance/change-instance.ts";
import { createInstance, type NewInstance } from "#server/services/instance/create-instance.ts";
import { listInstances } from "#server/services/instance/list-instances.ts";

type Seeded = Pick<NewInstance, "name" | "configuration"> & { element: string };

const FIRST = { size: 1, after: undefined };

/**
 * Connects elements of the catalog for the demo organization, in the given order. Existing connections get the current
 * addresses.
 */
export async function seedConnections(ctx: Context, wanted: Seeded[]): Promise<{ id: number; token: string }[]> {
  const connected = [];
  for (const { element, ...input } of wanted) connected.push(await seedConnection(ctx, element, input));
  return connected.map(({ id, token }) => ({ id, token }));
}

async function seedConnection(ctx: Context, element: string, input: Omit<Seeded, "element">) {
  const { items } = await listInstances(ctx, { keyOrId: element, page: FIRST });
  const [present] = items;
  if (!present) return (await createInstance(ctx, { keyOrId: element, input })).instance;
  const { configuration } = input;
  // Masked values are only readable together with the rest.
  const isOther = Object.entries(configuration).some(
    ([key, value]) => present.configuration[key] !== value && present.configuration[key] !== MASK,
  );
  if (isOther) await changeInstance(ctx, { address: { elementInstanceId: present.id }, configuration });
  return present;
}

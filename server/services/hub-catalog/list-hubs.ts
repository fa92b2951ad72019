import { documentedResources } from "#server/element/docs/docs.ts";
import { withoutHub } from "#server/element/resource-path.ts";
import { Failure } from "#server/errors.ts";
import { everyRow, mapPage, type Page, type PageRequest, pageInOrder } from "#server/page.ts";
import * as elements from "#server/store/element/elements.ts";
import * as hubs from "#server/store/element/hubs.ts";
import type { ElementReader } from "../element/find-element.ts";
import { presentLight, wholeOf } from "../element/present-element.ts";

export type ShownHub = {
  id?: number;
  key: string;
  name: string;
  description: string;
  videoLink?: string;
  active: boolean;
  resources?: { method: string; path: string }[];
};

/** Every hub with an element or a description, by key; `hydrate` adds the resources. */
export async function listHubs(
  ctx: ElementReader,
  { hydrate = false, page }: { hydrate?: boolean | undefined; page: PageRequest },
): Promise<Page<ShownHub>> {
  const all = await hubsOf(ctx);
  const found = pageInOrder(all, page, ({ key }) => key);
  return hydrate ? { ...found, items: await Promise.all(found.items.map((hub) => withResources(ctx, hub))) } : found;
}

export async function listHubKeys(ctx: ElementReader, { page }: { page: PageRequest }): Promise<Page<string>> {
  return pageInOrder(
    (await hubsOf(ctx)).map(({ key }) => key),
    page,
    (key) => key,
  );
}

/** One hub with its resources; refuses notFound. */
export const readHub = async (ctx: ElementReader, key: string): Promise<ShownHub> =>
  withResources(ctx, await findHub(ctx, key));

/** The active elements of one hub, newest first, light; refuses notFound. */
export async function listElementsOfHub(ctx: ElementReader, { key, page }: { key: string; page: PageRequest }) {
  await findHub(ctx, key);
  return mapPage(await elements.list(ctx.db.prisma, { viewer: ctx.caller, where: activeOf(key) }, page), presentLight);
}

/** One hub; refuses notFound. */
export async function findHub(ctx: ElementReader, key: string): Promise<ShownHub> {
  const hub = (await hubsOf(ctx)).find((candidate) => candidate.key === key);
  if (!hub) throw noSuchHub(key);
  return hub;
}

const activeOf = (hub: string) => [
  { column: "active", values: ["true"] },
  { column: "hub", values: [hub] },
];

export const noSuchHub = (key: string) =>
  new Failure("notFound", `There is no hub ${JSON.stringify(key.slice(0, 100))}.`);

async function hubsOf({ db, caller }: ElementReader): Promise<ShownHub[]> {
  const [used, written] = await Promise.all([
    hubs.keysOfElements(db.prisma, caller),
    hubs.list(db.prisma, caller?.organizationId),
  ]);
  const byKey = new Map<string, ShownHub>(used.map((key) => [key, { key, name: key, description: "", active: true }]));
  for (const hub of written) byKey.set(hub.key, presentHub(hub));
  return [...byKey.values()];
}

export const presentHub = ({
  id,
  key,
  name,
  description,
  videoLink,
  active,
}: Awaited<ReturnType<typeof hubs.insert>>) => ({
  id,
  key,
  name,
  description,
  ...(videoLink !== null && { videoLink }),
  active,
});

/** The active elements of a hub, with all details. */
export const elementsIn = ({ db, caller }: ElementReader, key: string): Promise<elements.ElementRecord[]> =>
  everyRow((page) => elements.list(db.prisma, { viewer: caller, where: activeOf(key) }, page));

/** The operations of the hub's elements, each once. */
async function withResources(ctx: ElementReader, hub: ShownHub): Promise<ShownHub> {
  const resources = new Map(
    (await elementsIn(ctx, hub.key))
      .flatMap((record) => documentedResources(wholeOf(record)))
      .map(({ method, path }) => [`${withoutHub(path)} ${method}`, { method, path: withoutHub(path) }]),
  );
  return { ...hub, resources: [...resources].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, resource]) => resource) };
}

import type { Context } from "#server/context.ts";
import { entriesFor } from "#server/element/definition/fill-configuration.ts";
import type { ConfigurationEntry } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import { changeInstance } from "./change-instance.ts";
import { type Address, findWithElement, type WithElement } from "./find-instance.ts";
import { shownConfiguration } from "./shown-configuration.ts";

/** The configuration of an instance entry by entry, secrets masked. */
export async function listConfiguration(ctx: Context, address: Address) {
  return present(ctx, await findWithElement(ctx, address));
}

/** One entry, by its id or its key; refuses notFound. */
export async function readConfiguration(ctx: Context, { address, idOrKey }: { address: Address; idOrKey: string }) {
  const entries = await listConfiguration(ctx, address);
  const entry = entries.find(({ id, key }) => String(id) === idOrKey || key === idOrKey);
  if (!entry)
    throw new Failure("notFound", `The instance has no configuration ${JSON.stringify(idOrKey.slice(0, 100))}.`);
  return entry;
}

/** Sets the value of one entry; a mask keeps it. */
export async function changeConfiguration(
  ctx: Context,
  { address, idOrKey, propertyValue }: { address: Address; idOrKey: string; propertyValue: string },
) {
  const { key } = await readConfiguration(ctx, { address, idOrKey });
  await changeInstance(ctx, { address, configuration: { [key]: propertyValue } });
  return readConfiguration(ctx, { address, idOrKey: key });
}

function present(ctx: Context, { instance: { configuration }, plan: { element } }: WithElement) {
  const values = shownConfiguration(ctx, element, configuration);
  return entriesFor(element, configuration).map((entry) => ({
    ...shownOf(entry),
    propertyValue: values[entry.key] ?? entry.defaultValue ?? "",
  }));
}

const shownOf = ({ id, key, name, description, type, required, active, hideFromConsole }: ConfigurationEntry) => ({
  id: id ?? 0,
  key,
  name,
  description,
  type,
  required,
  active,
  hideFromConsole,
});

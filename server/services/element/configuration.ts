import type { Context } from "#server/context.ts";
import { reservedKeys } from "#server/element/definition/automatic-configuration.ts";
import { identifyConfiguration, idsOf } from "#server/element/definition/identify-parts.ts";
import { ownFields } from "#server/element/definition/prepare.ts";
import type { Identified } from "#server/element/definition/prepared.ts";
import type { ConfigurationEntry } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import { changeElement } from "./change-element.ts";
import { findShownElement } from "./find-element.ts";

type Address = { keyOrId: string; configurationKey: string };

/** The entries of an element, in an object. */
export async function listConfiguration(ctx: Context, keyOrId: string) {
  const { definition } = await findShownElement(ctx, keyOrId);
  return { configuration: definition.configuration, providerData: [] };
}

/** Adds an entry; refuses badRequest for a key that every such element has, and conflict for an existing one. */
export async function addConfiguration(ctx: Context, { keyOrId, sent }: { keyOrId: string; sent: ConfigurationEntry }) {
  const changed = await changeElement(ctx, keyOrId, ({ id, definition }) => {
    if (reservedKeys(definition).has(sent.key))
      throw new Failure(
        "badRequest",
        `key: "${sent.key}" is reserved because every element of this type has it. Change the existing entry instead.`,
      );
    const ids = idsOf(id, definition);
    const added = identifyConfiguration([ownFields(sent)], [], ids);
    return {
      definition: { ...definition, configuration: [...definition.configuration, ...added], partCount: ids.count() },
      change: { entity: "elementConfiguration", entityId: added[0]?.id ?? 0, parentId: id, action: "created" },
    };
  });
  return entryOf(changed.definition.configuration, sent.key);
}

/** Replaces an entry under its id; a reserved key cannot be changed. */
export async function replaceConfiguration(
  ctx: Context,
  { keyOrId, configurationKey, sent }: { sent: ConfigurationEntry } & Address,
) {
  const changed = await changeElement(ctx, keyOrId, ({ id, definition }) => {
    const { id: entryId } = entryOf(definition.configuration, configurationKey);
    if (sent.key !== configurationKey && reservedKeys(definition).has(configurationKey))
      throw new Failure("badRequest", `key: "${configurationKey}" is reserved and cannot be renamed.`);
    return {
      definition: {
        ...definition,
        configuration: definition.configuration.map((entry) =>
          entry.id === entryId ? { ...ownFields(sent), id: entryId } : entry,
        ),
      },
      change: { entity: "elementConfiguration", entityId: entryId, parentId: id, action: "updated" },
    };
  });
  return entryOf(changed.definition.configuration, sent.key);
}

/** Removes an entry; refuses badRequest for a reserved one. */
export async function removeConfiguration(ctx: Context, { keyOrId, configurationKey }: Address) {
  await changeElement(ctx, keyOrId, ({ id, definition }) => {
    const { id: entryId } = entryOf(definition.configuration, configurationKey);
    if (reservedKeys(definition).has(configurationKey))
      throw new Failure("badRequest", `"${configurationKey}" is reserved because every element of this type has it.`);
    return {
      definition: {
        ...definition,
        configuration: definition.configuration.filter((entry) => entry.id !== entryId),
      },
      change: { entity: "elementConfiguration", entityId: entryId, parentId: id, action: "deleted" },
    };
  });
  return {};
}

function entryOf(entries: readonly Identified<ConfigurationEntry>[], key: string): Identified<ConfigurationEntry> {
  const entry = entries.find((candidate) => candidate.key === key);
  if (!entry) throw new Failure("notFound", `This element has no configuration "${key.slice(0, 100)}".`);
  return entry;
}

import { isElementSecret } from "#server/element/definition/element-secrets.ts";
import { type SecretDefaults, withDefaults, withoutDefaults } from "#server/element/definition/secret-defaults.ts";
import type { Element } from "#server/element/shape.ts";
import type { Prisma } from "#server/generated/prisma/client.ts";
import type { Vault } from "#server/ports.ts";

/** The tables of definitions, each with the columns that name a row. */
export const DEFINITION_TABLES = {
  element: ["id"],
  element_revision: ["element_id", "revision"],
  element_import: ["element_id"],
  element_draft: ["id"],
} as const;

export type DefinitionTable = keyof typeof DEFINITION_TABLES;

/** A row of a table of definitions: its organization, and the values of the columns that name it. */
export type DefinitionPlace = { table: DefinitionTable; organizationId: number; key: readonly number[] };

/** The identity that the secret defaults of a definition are encrypted for. */
export const secretDefaultsIdentity = ({ table, organizationId, key }: DefinitionPlace): string =>
  [`${table}.secret_defaults`, organizationId, ...key].join(":");

/** The columns of a definition. `secretDefaults` is null in rows from before there was the column, and empty without any. */
type Columns = { definition: Prisma.InputJsonValue; secretDefaults: string };

/** Tables of definitions that were not checked: what is secret in them is unknown, and all defaults are encrypted. */
const UNCHECKED: ReadonlySet<DefinitionTable> = new Set(["element_draft", "element_import"]);

/** The columns that store a definition. */
export function sealedDefinition(vault: Vault, place: DefinitionPlace, whole: object): Columns {
  const { configuration } = whole as Element;
  const isSecret = (entry: object) =>
    UNCHECKED.has(place.table) || isElementSecret({ configuration }, entry as Element["configuration"][number]);
  const { definition, secrets } = withoutDefaults(whole, isSecret);
  const isOpen = Object.keys(secrets).length === 0;
  return {
    // The value was parsed from a request, so it is plain JSON.
    definition: definition as Prisma.InputJsonValue,
    secretDefaults: isOpen ? "" : vault.seal(JSON.stringify(secrets), secretDefaultsIdentity(place)),
  };
}

/** The definition of a row, with its secret defaults. It must not leave the process unmasked. */
export function openedDefinition<Definition extends object>(
  vault: Vault,
  place: DefinitionPlace,
  { definition, secretDefaults }: { definition: unknown; secretDefaults: string | null },
): Definition {
  if (!secretDefaults) return definition as Definition;
  const secrets = JSON.parse(vault.open(secretDefaults, secretDefaultsIdentity(place))) as SecretDefaults;
  return withDefaults(definition as Definition, secrets);
}

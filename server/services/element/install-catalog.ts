import type { App } from "#server/context.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import type { PreparedElement } from "#server/element/definition/prepared.ts";
import { type Element, elementSchema } from "#server/element/shape.ts";
import * as catalog from "#server/store/element/catalog.ts";
import * as elements from "#server/store/element/elements.ts";
import { checkElement } from "./check-element.ts";

const LONGEST_MS = 60_000;

/**
 * Brings the elements of the catalog up to these definitions, by their keys; those that are as they should be are not
 * touched, so their version stays. Elements that are no longer among them stay as well: instances may need them. Any
 * number of processes may do it at once.
 */
export async function installCatalog(
  { db: { prisma, queries }, now, vault }: Pick<App, "db" | "now" | "vault">,
  definitions: readonly object[],
): Promise<void> {
  const installed = await catalog.read(queries);
  const wanted = definitions.map((definition) => elementSchema.parse(definition));
  const outdated = wanted.filter((element) => {
    const before = installed.get(element.key ?? "");
    return !before || !isSame(before.definition, preparedFrom(element, before));
  });
  if (outdated.length === 0) return;
  await prisma.$transaction(
    async (tx) => {
      const owner = await catalog.lock(tx);
      for (const element of outdated) {
        // Another process may have brought it up to date meanwhile.
        const before = await elements.findOwn(tx, vault, owner, element.key ?? "");
        const id = before?.id ?? (await elements.nextId(tx));
        const definition = preparedFrom(element, { id, definition: before?.definition });
        if (!before) await elements.insert(tx, vault, { ...owner, id, isCatalog: true, definition, createdAt: now() });
        else if (!isSame(before.definition, definition))
          await elements.update(tx, vault, before, { definition, updatedAt: now() });
      }
    },
    { timeout: LONGEST_MS, maxWait: LONGEST_MS },
  );
}

const preparedFrom = (
  element: Element,
  { id, definition }: { id: number; definition: PreparedElement | undefined },
): PreparedElement => checkElement(prepareElement(element, { elementId: id, before: definition }));

/** Postgres stores the fields of an object in its own order. */
const isSame = (one: PreparedElement, other: PreparedElement): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

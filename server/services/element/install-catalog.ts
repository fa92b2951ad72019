import type { App } from "#server/context.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import type { PreparedElement } from "#server/element/definition/prepared.ts";
import { elementSchema } from "#server/element/shape.ts";
import * as elements from "#server/store/element/elements.ts";
import { checkElement } from "./check-element.ts";

const LONGEST_MS = 60_000;

/**
 * Brings the elements of the catalog up to these definitions, by their keys; those that are as they should be are not
 * touched, so their version stays. Elements that are no longer among them stay as well: instances may need them. Any
 * number of processes may do it at once.
 */
export async function installCatalog(
  { db: { prisma }, now }: Pick<App, "db" | "now">,
  definitions: readonly object[],
): Promise<void> {
  await prisma.$transaction(
    async (tx) => {
      const owner = await elements.lockCatalog(tx);
      for (const definition of definitions) {
        const element = elementSchema.parse(definition);
        const key = element.key ?? "";
        const before = await elements.findOwn(tx, elements.SYSTEM_ACCOUNT, key);
        const id = before?.id ?? (await elements.nextId(tx));
        const prepared = checkElement(prepareElement(element, { elementId: id, before: before?.definition }));
        if (!before)
          await elements.insert(tx, { ...owner, id, isCatalog: true, definition: prepared, createdAt: now() });
        else if (!isSame(before.definition, prepared))
          await elements.update(tx, before, { definition: prepared, updatedAt: now() });
      }
    },
    { timeout: LONGEST_MS, maxWait: LONGEST_MS },
  );
}

/** Postgres stores the fields of an object in its own order. */
const isSame = (one: PreparedElement, other: PreparedElement): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

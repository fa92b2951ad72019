/** The canonical text of a definition or a part of one: without ids, with sorted keys. */
export const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (name, inner) =>
    OURS.has(name)
      ? undefined
      : typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
  );

/** Fields that the product assigns. */
const OURS = new Set(["id", "partCount"]);

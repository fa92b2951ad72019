/** A definition or a part of one as text that is the same for the same definition: without ids, keys in order. */
export const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (name, inner) =>
    OURS.has(name)
      ? undefined
      : typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
  );

/** What is given by us. */
const OURS = new Set(["id", "partCount"]);

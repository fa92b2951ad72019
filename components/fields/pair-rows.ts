/** A pair as it is edited, such as a header. One without a name is not part of the request. */
export type PairRow = { name: string; value: string };

/** Pairs as rows; undefined for text and values that rows would change. */
export function pairRows(pairs: unknown): PairRow[] | undefined {
  if (pairs === undefined || pairs === null || pairs === "") return [];
  if (!isRecord(pairs)) return undefined;
  const rows = Object.entries(pairs).flatMap(([name, value]) =>
    typeof value === "string" && name.trim() === name && name !== "" ? [{ name, value }] : [],
  );
  return rows.length === Object.keys(pairs).length ? rows : undefined;
}

/** The pairs of rows; undefined without any. Of two rows with one name, the later one counts. */
export function pairsIn(rows: readonly PairRow[]): Record<string, string> | undefined {
  const named = rows.filter(({ name }) => name.trim() !== "");
  return named.length === 0 ? undefined : Object.fromEntries(named.map(({ name, value }) => [name.trim(), value]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

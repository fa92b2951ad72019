import type { Rewrapper } from "#server/ports.ts";
import * as sealed from "#server/store/encryption/sealed-values.ts";
import type { Database } from "#server/store/open-database.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";

const BATCH = 500;
/** A row that is changed concurrently is found again in the next pass. */
const MOST_PASSES = 10;

export type KeyUse = { kid: string; values: number };

/**
 * Rewraps every stored value of other keys under the newest one, while the product runs: values that are written
 * concurrently are skipped. Progress is stored, so it may be stopped at any time and restarted, and two at a time only
 * do some work twice. Values that cannot be decrypted (with a lost key, or from another row) are not changed.
 * `onProgress` is called for each column. Returns how many values each key wraps afterwards, the newest key first.
 */
export async function rewrapKeys(
  { queries: pool }: Pick<Database, "queries">,
  vault: Rewrapper,
  onProgress: (done: { column: string; rewrapped: number; unreadable: number }) => void = () => {},
): Promise<KeyUse[]> {
  const uses = new Map([[vault.newestKey, 0]]);
  for (const sealedColumn of SEALED_COLUMNS) {
    const done = { rewrapped: 0, unreadable: 0 };
    for (const table of await sealed.tablesOf(pool, sealedColumn.table)) {
      const { rewrapped, unreadable } = await rewrapTable(pool, vault, { ...sealedColumn, table });
      done.rewrapped += rewrapped;
      done.unreadable += unreadable;
    }
    onProgress({ column: `${sealedColumn.table}.${sealedColumn.column}`, ...done });
  }
  for (const sealedColumn of SEALED_COLUMNS)
    for (const { kid, values } of await sealed.countByKey(pool, sealedColumn))
      uses.set(kid, (uses.get(kid) ?? 0) + values);
  return [...uses].map(([kid, values]) => ({ kid, values }));
}

async function rewrapTable(pool: Database["queries"], vault: Rewrapper, sealedColumn: SealedColumn) {
  let rewrapped = 0;
  let unreadable = 0;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    let isDone = true;
    unreadable = 0;
    let after = sealed.BEFORE_ALL;
    for (;;) {
      const rows = await sealed.listOfOtherKeys(pool, sealedColumn, {
        newestKey: vault.newestKey,
        after,
        limit: BATCH,
      });
      const last = rows.at(-1);
      if (!last) break;
      after = last.place;
      const changes = rows.flatMap(({ place, value, bound }) => {
        const wrapped = tryRewrap(vault, value, sealedColumn.identity(bound));
        return wrapped === null ? [] : [{ place, from: value, to: wrapped }];
      });
      unreadable += rows.length - changes.length;
      const written = await sealed.replace(pool, sealedColumn, changes);
      rewrapped += written;
      isDone &&= written === changes.length;
    }
    if (isDone) break;
  }
  return { rewrapped, unreadable };
}

function tryRewrap(vault: Rewrapper, value: string, identity: string): string | null {
  try {
    return vault.rewrap(value, identity);
  } catch {
    return null;
  }
}

import { setImmediate as endOfTurn, setTimeout as pause } from "node:timers/promises";

/** How long concurrent lookups are collected. A batched query costs little more than a query for a single key. */
const GATHER_MS = { several: 1, many: 2 };
const MANY = 4;

/**
 * Batches single lookups: lookups that arrive while a query is running share the next query, which is delayed briefly
 * if there are many. Nothing is cached, so every result is as fresh as that of a separate query.
 */
export function coalesce<Key, Found>(
  findAll: (keys: Key[]) => Promise<(Found | null)[]>,
): (key: Key) => Promise<Found | null> {
  type Waiting = { key: Key; resolve: (found: Found | null) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let isUnderWay = false;

  async function work() {
    // All lookups of this turn of the event loop are batched together.
    await endOfTurn();
    while (waiting.length) {
      const batch = waiting;
      waiting = [];
      try {
        const found = await findAll(batch.map(({ key }) => key));
        for (const [index, { resolve }] of batch.entries()) resolve(found[index] ?? null);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      if (waiting.length > 1) await pause(waiting.length > MANY ? GATHER_MS.many : GATHER_MS.several);
    }
    isUnderWay = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isUnderWay) return;
      isUnderWay = true;
      void work();
    });
}

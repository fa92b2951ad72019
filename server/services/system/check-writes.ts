import type { App } from "#server/context.ts";
import { acceptsWrites } from "#server/store/system/probe-writes.ts";

/** Every load balancer checks each process, but the database is probed at most once in this time. */
const FRESH_MS = 1000;

/** Returns a function that says why the database cannot be written; undefined if it can. */
export function writeCheck({ db }: Pick<App, "db">): () => Promise<string | undefined> {
  let last: Promise<string | undefined> | undefined;
  let freshUntil = Number.POSITIVE_INFINITY;
  return () => {
    if (last && performance.now() < freshUntil) return last;
    // A probe that has no response yet is not repeated: each holds a connection.
    freshUntil = Number.POSITIVE_INFINITY;
    last = acceptsWrites(db.pool)
      .then(
        (accepts) => (accepts ? undefined : "the database accepts no writes"),
        () => "the database does not answer",
      )
      .finally(() => {
        freshUntil = performance.now() + FRESH_MS;
      });
    return last;
  };
}

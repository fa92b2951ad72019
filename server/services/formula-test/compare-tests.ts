import type { Context } from "#server/context.ts";
import type { Formula } from "#server/formula/shape.ts";
import { replayTests } from "./run-tests.ts";

type Compared = { formulaId: number; from: number; to?: number | undefined; formula?: Formula | undefined };

/**
 * The tests of a formula with their results by two revisions, or by a revision and a definition that is not published;
 * what differs is of the later one. Nothing is kept. Refuses what `runTests` refuses.
 */
export async function compareTests(ctx: Context, { formulaId, from, to, formula }: Compared) {
  const before = await replayTests(ctx, { formulaId, revision: from });
  const { results } = await replayTests(ctx, { formulaId, revision: to, formula });
  const passedBefore = new Map(before.results.map(({ id, passed }) => [id, passed]));
  return results.map(({ id, name, passed, differences }) => ({
    ...{ id, name, passed, differences },
    passedBefore: passedBefore.get(id) ?? false,
  }));
}

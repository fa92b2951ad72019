import { readFile } from "node:fs/promises";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Calls that start processes, which tests kill and wait for. */
const STARTS_PROCESSES =
  /\b(aWorkerProcess|aWebProcess|startProduct|freshCheckout|startTemporaryPostgres|startEmbeddedPostgres|aReplicatedPostgres|fork)\(/;
const QUICK_BETWEEN = 5;

/**
 * Test files that start processes take the longest and mostly wait. They start early, so that none remains at the end,
 * and in sequence between quick files, which use the processor meanwhile.
 */
export class SlowBetweenQuick extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const slow: TestSpecification[] = [];
    const quick: TestSpecification[] = [];
    for (const file of sorted) ((await isSlow(file)) ? slow : quick).push(file);
    return [...slow.flatMap((file) => [file, ...quick.splice(0, QUICK_BETWEEN)]), ...quick];
  }
}

const isSlow = async ({ moduleId }: TestSpecification) => STARTS_PROCESSES.test(await readFile(moduleId, "utf8"));

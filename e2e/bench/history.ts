import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Parts } from "./parts.ts";
import { type Row, ratioOf } from "./row.ts";

const FILE = path.join(import.meta.dirname, "history.jsonl");

/** A complete run of the benchmark: what each workload reached. */
export type Entry = {
  at: string;
  /** The version of the product that was measured. */
  commit: string;
  rows: Record<string, { perSecond: number; ratio: number; cpu?: Parts }>;
};

/** The runs that were kept, oldest first. */
export const readHistory = (): Entry[] =>
  existsSync(FILE)
    ? readFileSync(FILE, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Entry)
    : [];

export function keep(rows: readonly Row[]): void {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const entry: Entry = {
    at: new Date().toISOString(),
    commit,
    rows: Object.fromEntries(
      rows.map((row) => [
        row.name,
        { perSecond: Math.round(row.perSecond), ratio: rounded(ratioOf(row)), ...(row.cpu && { cpu: small(row.cpu) }) },
      ]),
    ),
  };
  appendFileSync(FILE, `${JSON.stringify(entry)}\n`);
}

const rounded = (value: number) => Number(value.toFixed(3));
const small = ({ web, worker, sandboxes, postgres }: Parts): Parts => ({
  ...{ web: rounded(web), worker: rounded(worker) },
  ...{ sandboxes: rounded(sandboxes), postgres: rounded(postgres) },
});

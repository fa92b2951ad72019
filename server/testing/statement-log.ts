import type pg from "pg";
import { onDatabase } from "#server/launch/on-database.ts";

/** A statement as Postgres ran it, with its plan. */
export type RanStatement = {
  text: string;
  ms: number;
  /** Pages that it read or wrote, from memory or from disk. */
  blocks: number;
  /** Whether Postgres compiled its plan, which takes longer than the statements of the product. */
  isCompiled: boolean;
  plan: PlanNode;
};

export type PlanNode = {
  "Node Type": string;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  "Subplan Name"?: string;
  "CTE Name"?: string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
};

const SETTINGS = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_format": "json",
  "auto_explain.log_level": "notice",
  "auto_explain.log_parameter_max_length": "0",
};

/**
 * Lets new connections to a database receive the plan of each of their statements as a notice. A plan that is
 * requested with `explain` would be another one: that of other settings, of values instead of parameters, and not the
 * one that a prepared statement has kept.
 */
export async function explainAll(
  { adminUrl, url }: { adminUrl: string; url: string },
  more: Record<string, string> = {},
): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  await onDatabase(adminUrl, async (client) => {
    for (const [name, value] of Object.entries({ ...SETTINGS, ...more }))
      await client.query(`alter database "${database}" set ${name} = ${client.escapeLiteral(value)}`);
  });
}

/** Collects the statements of connections that are opened from now on. */
export function collectStatements(pools: readonly pg.Pool[]) {
  let collected: RanStatement[] = [];
  for (const pool of pools)
    pool.on("connect", (client) => {
      client.on("notice", ({ message = "" }) => {
        const [, ms, json] = /^duration: ([\d.]+) ms {2}plan:\n(.*)$/s.exec(message) ?? [];
        if (json !== undefined) collected.push(readPlan(Number(ms), json));
      });
    });
  return {
    /** The statements since the last call. */
    take(): RanStatement[] {
      const taken = collected;
      collected = [];
      return taken;
    },
  };
}

function readPlan(ms: number, json: string): RanStatement {
  const { "Query Text": text, Plan: plan, JIT: jit } = JSON.parse(json);
  return {
    text: String(text).replaceAll(/\s+/g, " ").trim(),
    ms,
    blocks: blocksOf(plan),
    isCompiled: jit !== undefined,
    plan,
  };
}

/** The root includes everything but changes of rows whose results nothing reads. */
function blocksOf(root: PlanNode): number {
  const nodes = nodesOf(root);
  const read = new Set(nodes.flatMap((node) => (node["CTE Name"] === undefined ? [] : [`CTE ${node["CTE Name"]}`])));
  const unread = nodes.filter(
    (node) =>
      node["Node Type"] === "ModifyTable" &&
      node["Subplan Name"]?.startsWith("CTE ") &&
      !read.has(node["Subplan Name"]),
  );
  return [root, ...unread].reduce(
    (sum, node) => sum + (node["Shared Hit Blocks"] ?? 0) + (node["Shared Read Blocks"] ?? 0),
    0,
  );
}

export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

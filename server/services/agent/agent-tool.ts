import type { AgentToolName } from "#server/account/audit-kinds.ts";
import type { Context } from "#server/context.ts";
import type { AgentAccessRecord } from "#server/store/agent/agent-access.ts";

type Json = Record<string, unknown>;

/** A file that a tool returns. */
export type ToolFile = { uri: string; contentType: string; bytes: Uint8Array };

/** Texts for the model that called a tool, of which the first is the result itself; or a file. */
export type ToolResult = { texts: string[]; file?: ToolFile; isError?: boolean };

/** An action of an agent with one instance. */
export type AgentTool = {
  /** Unique among all tools, since it ends with the kind and the id of the instance. */
  name: AgentToolName;
  /** For people. */
  title: string;
  /** For the model that chooses among tools. */
  description: string;
  /** The arguments by their names, as JSON Schema. */
  properties: Record<string, Json>;
  required: readonly string[];
  /** The schemas that the properties refer to. */
  definitions?: Json;
  /** The effect of a confirmed call; undefined if it only reads. */
  change?: { summary: string; isDestructive: boolean; isIdempotent: boolean };
  run: (given: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<ToolResult>;
};

/** A kind of instance that has tools. */
export type ToolSource = {
  /** Precedes the id at the end of the names of tools. */
  letter: string;
  /** The id of the instance of this kind that a permission refers to. */
  idOf: (access: AgentAccessRecord) => number | null;
  subjectOf: (id: number) => { elementInstanceId: number } | { formulaInstanceId: number };
  toolsOf: (ctx: Context, access: AgentAccessRecord) => Promise<AgentTool[]>;
};

/** The name of the argument that confirms a change. */
export const CONFIRM = "confirm";

const LONGEST_NAME = 64;

/** A name that every client of agents takes, at most 64 letters, digits, `_` and `-`. */
export function toolName(action: string, letter: string, id: number, taken: Set<string>): AgentToolName {
  const ending = `-${letter}${id}` as const;
  const plain = action.replaceAll(/[^\w-]+/g, "_").slice(0, LONGEST_NAME - ending.length - 3) || "call";
  let name: AgentToolName = `${plain}${ending}`;
  for (let count = 2; taken.has(name); count++) name = `${plain}_${count}${ending}`;
  taken.add(name);
  return name;
}

import type { ToolSource } from "./agent-tool.ts";
import { connectionTools } from "./connection-tools.ts";
import { formulaTools } from "./formula-tools.ts";

/** Every kind of instance that has tools. */
export const TOOL_SOURCES: readonly ToolSource[] = [connectionTools, formulaTools];

import type { Context } from "#server/context.ts";
import * as agentAccess from "#server/store/agent/agent-access.ts";
import { ownScope } from "#server/store/database/scope.ts";
import { mayChange } from "../account/require-role.ts";
import type { AgentTool } from "./agent-tool.ts";
import { TOOL_SOURCES } from "./tool-sources.ts";

/** The number of instances whose tools are listed together. */
const INSTANCES_A_PAGE = 20;

/**
 * The tools that the caller's agents may use, by instance: viewers have those that only read. `next` is the key of the
 * next page.
 */
export async function listTools(
  ctx: Context,
  { after }: { after: string | undefined },
): Promise<{ tools: AgentTool[]; next: string | undefined }> {
  const page = { size: INSTANCES_A_PAGE, after };
  const { items, next } = await agentAccess.list(ctx.db.prisma, ownScope(ctx.caller), page);
  const tools = await Promise.all(items.map((access) => toolsOf(ctx, access)));
  return { tools: tools.flat(), next };
}

/** The tools of one permission. */
export async function toolsOf(ctx: Context, access: agentAccess.AgentAccessRecord): Promise<AgentTool[]> {
  const source = TOOL_SOURCES.find(({ idOf }) => idOf(access) !== null);
  const tools = (await source?.toolsOf(ctx, access)) ?? [];
  return mayChange(ctx) ? tools : tools.filter(({ change }) => !change);
}

import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as agentAccess from "#server/store/agent/agent-access.ts";
import { ownScope } from "#server/store/database/scope.ts";
import { record } from "../audit/record.ts";
import { type AgentTool, CONFIRM, type ToolResult } from "./agent-tool.ts";
import { toolsOf } from "./list-tools.ts";
import { TOOL_SOURCES } from "./tool-sources.ts";

type Input = { name: string; given: Readonly<Record<string, unknown>>; signal: AbortSignal };

/**
 * One call of a tool by an agent, recorded in the audit log under the name of the agent, before it happens. A change
 * without its confirmation says what it would do, and does nothing.
 *
 * Refuses: badRequest for arguments that the tool does not have, notFound for a tool that does not exist or that the caller's agents may not use, tooManyRequests, and
 * whatever the instance refuses.
 */
export async function callTool(ctx: Context, { name, given, signal }: Input): Promise<ToolResult> {
  const waits = ctx.state.agentCalls.take(ctx.caller.userId, performance.now());
  if (waits)
    throw new Failure("tooManyRequests", `Too many calls. Try again in ${waits.waitSeconds} s.`, {
      headers: { "retry-after": String(waits.waitSeconds) },
    });
  const { tool, access } = await findTool(ctx, name);
  const { [CONFIRM]: confirmed, ...rest } = given;
  requireArguments(tool, tool.change ? rest : given);
  if (tool.change && confirmed !== true) return unconfirmed(tool.change);
  await record(ctx.db.prisma, ctx, {
    entity: "agentTool",
    entityId: access.elementInstanceId ?? access.formulaInstanceId ?? 0,
    action: tool.name,
  });
  return tool.run(tool.change ? rest : given, signal);
}

const unconfirmed = ({ summary }: NonNullable<AgentTool["change"]>): ToolResult => ({
  isError: true,
  texts: [
    `Nothing was done. This would ${summary[0]?.toLowerCase()}${summary.slice(1)}. Ask the person, and call again with ${CONFIRM}: true if they agree.`,
  ],
});

/** Refuses (badRequest) unknown or missing arguments. */
function requireArguments({ properties, required }: AgentTool, given: Input["given"]): void {
  const refuse = (problem: string) => {
    throw new Failure("badRequest", problem);
  };
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined)
    refuse(
      `${unknown.slice(0, 100)}: is no argument here. There are: ${Object.keys(properties).join(", ") || "none"}.`,
    );
  const missing = required.find((name) => (given[name] ?? undefined) === undefined);
  if (missing !== undefined) refuse(`${missing}: is required.`);
}

/** The name contains the instance of the tool; the permission is read again. */
async function findTool(ctx: Context, name: string) {
  const [, letter, id] = /-([a-z])(\d{1,9})$/.exec(name) ?? [];
  const source = TOOL_SOURCES.find((one) => one.letter === letter);
  const access = source && (await agentAccess.find(ctx.db.prisma, ownScope(ctx.caller), source.subjectOf(Number(id))));
  const tool = access && (await toolsOf(ctx, access)).find((one) => one.name === name);
  if (!access || !tool)
    throw new Failure("notFound", `There is no tool ${JSON.stringify(name.slice(0, 100))}. List the tools again.`);
  return { tool, access };
}

import { randomBytes } from "node:crypto";
import type { Context } from "#server/context.ts";
import { createPageMemory, type PageMemory } from "#server/element/pagination/page-memory.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { ElementPorts } from "#server/element/ports.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import { runElementFormula } from "../formula-resource/run-element-formula.ts";
import { sendMessage } from "../notification/send-message.ts";
import { withCircuit } from "./circuits.ts";
import { refreshGrant } from "./refresh-grant.ts";
import { saveConfiguration } from "./save-configuration.ts";
import { sealFor } from "./seal-for.ts";

/** An element instance and its compiled element. */
export type Connected = {
  instance: Pick<ElementInstanceRecord, "id" | "name" | "organizationId">;
  plan: ElementPlan;
};

/** The ports of requests to one element instance. */
export function elementPorts(ctx: Context, { instance, plan }: Connected): ElementPorts {
  const { send, sql, xml, hook } = ctx.provider;
  const ports: ElementPorts = {
    send: withCircuit(ctx, instance.id, send),
    sql,
    xml,
    hook: async (call, signal) => {
      const result = await hook(instance.organizationId, call, signal);
      for (const message of result.notify ?? []) await sendMessage(ctx, { owner: ctx.caller, message });
      return result;
    },
    // Resources that run during a refresh cannot refresh again.
    refresh: async () => null,
    saveConfiguration: (changes) => saveConfiguration(ctx, instance, changes),
    formula: (formulaId, call) => runElementFormula(ctx, instance, formulaId, call),
    pages: pagesOf(ctx, instance),
    now: ctx.now,
    nonce: () => randomBytes(16).toString("hex"),
    seal: (text) => sealFor(ctx.env, instance.id, text),
  };
  return { ...ports, refresh: (stale, why) => refreshGrant(ctx, { instance, plan, stale, ports, ...why }) };
}

function pagesOf({ now, state: { pages } }: Context, instance: Connected["instance"]): PageMemory {
  const memory = pages.get(instance) ?? createPageMemory(now);
  pages.set(instance, memory);
  return memory;
}

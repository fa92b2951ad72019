import type { Context } from "#server/context.ts";
import { cronRefusals, limitsOf } from "#server/formula/check.ts";
import { cronText } from "#server/formula/cron.ts";
import { namesByField } from "#server/formula/property.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { resolveTriggerProperty } from "#server/formula/variable-names.ts";
import type { Definition } from "#server/store/formula/formulas.ts";
import type { Values } from "#server/store/formula-instance/formula-instances.ts";

/**
 * The cron of an instance with this configuration, `${config.x}` filled in; undefined if the formula is inactive, has
 * another trigger, or the result is no valid cron.
 */
export function cronOf(
  ctx: Pick<Context, "env">,
  { active, triggers: [trigger], configuration: variables }: Definition,
  configuration: Values,
): string | undefined {
  const [name] = trigger ? namesByField(TRIGGER_TYPES[trigger.type].properties, "cron") : [];
  if (!active || !trigger || name === undefined) return undefined;
  const { data: cron } = cronText.safeParse(resolveTriggerProperty(trigger.properties[name], configuration, variables));
  if (cron === undefined) return undefined;
  return cronRefusals([], cron, limitsOf(ctx).minScheduleSeconds).length > 0 ? undefined : cron.trim();
}

import type { Context } from "#server/context.ts";
import { legacyRefusals } from "#server/element/definition/check.ts";
import type { Identified } from "#server/element/definition/prepared.ts";
import type { Hook } from "#server/element/shape.ts";
import { throwIfAny } from "../formula/check-formula.ts";
import type { PartList } from "./part-lists.ts";
import { replacePart } from "./parts.ts";

/** Replaces a hook; refuses one that would become legacy (spec §2.9). */
export const replaceHook = (
  ctx: Context,
  list: PartList<Hook, Identified<Hook>>,
  address: { keyOrId: string; partId: number },
  sent: Hook,
) => replacePart(ctx, list, address, sent, (before, after) => throwIfAny(legacyRefusals(before, after)));

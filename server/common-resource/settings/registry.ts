import { registry } from "#server/registry.ts";
import { defaultValue } from "./default-value.ts";
import { documented } from "./documented.ts";
import { inherit } from "./inherit.ts";
import { mask } from "./mask.ts";
import { onWhere } from "./on-where.ts";
import { passThrough } from "./pass-through.ts";
import { remove } from "./remove.ts";
import type { Setting } from "./setting.ts";

/** Every setting. To add one: write its file and name it here. */
export const SETTINGS = registry(inherit, passThrough, remove, documented, onWhere, defaultValue, mask);

/** The setting of that type; undefined for a type that does not exist. */
export const settingNamed = (type: string): Setting | undefined =>
  Object.hasOwn(SETTINGS, type) ? SETTINGS[type as keyof typeof SETTINGS] : undefined;

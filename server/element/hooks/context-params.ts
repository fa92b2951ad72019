import { readScript } from "../../script/read-script.ts";
import type { Script } from "../../script/script.ts";
import type { Hook } from "../shape.ts";
import { HOOK_VARIABLES } from "./hook-variable-names.ts";

/** Definitions never change, so each hook is parsed once. */
const scripts = new WeakMap<Hook, Script>();

/** The script of a hook. */
export function scriptOf(hook: Hook): Script {
  const known = scripts.get(hook);
  if (known) return known;
  const script = readScript(hook.body);
  scripts.set(hook, script);
  return script;
}

/** The names of a hook's context that its script mentions, also in texts; all of them if the script cannot be read. */
export function contextParamsOf(hook: Hook): string[] {
  const { isUnreadable, words } = scriptOf(hook);
  const mentioned = new Set([...words].flatMap((word) => word.match(/[A-Za-z_]\w*/g) ?? []));
  return HOOK_VARIABLES.filter((name) => isUnreadable || mentioned.has(name));
}

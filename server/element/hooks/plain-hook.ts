import { evaluate, MOST_AT_ONCE } from "../../script/plain-script/evaluate.ts";
import type { PlainScript, Roots } from "../../script/plain-script/plain-script.ts";
import { plainScriptOf } from "../../script/plain-script/read-plain-script.ts";
import { readScript } from "../../script/read-script.ts";
import type { HookInvocation, HookResult } from "../ports.ts";
import { HOOK_VARIABLES } from "./hook-variable-names.ts";

const ROOTS: Roots = { names: HOOK_VARIABLES, areValues: true };

const MAX_REMEMBERED = 500;
const MAX_REMEMBERED_LENGTH = 16_384;

/**
 * Evaluates hooks that only compute a value, in this process. Gives undefined for a hook that needs a script engine.
 */
export function createPlainHooks() {
  const remembered = new Map<string, PlainScript | null>();

  function read(body: string): PlainScript | null {
    const known = remembered.get(body);
    if (known !== undefined) return known;
    const script = plainScriptOf(readScript(body), ROOTS) ?? null;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (body.length <= MAX_REMEMBERED_LENGTH) remembered.set(body, script);
    return script;
  }

  return ({ body, isLegacy, variables }: HookInvocation): HookResult | undefined => {
    const script = isLegacy ? null : read(body);
    if (!script) return undefined;
    const value = evaluate(script, { values: variables, areJson: false }, MOST_AT_ONCE);
    return value === undefined ? undefined : { ok: true, value, console: [], notify: [] };
  };
}

import { evaluate, MOST_AT_ONCE } from "../../script/plain-script/evaluate.ts";
import type { Roots } from "../../script/plain-script/plain-script.ts";
import { plainScriptOf } from "../../script/plain-script/read-plain-script.ts";
import { readScript } from "../../script/read-script.ts";
import { LONGEST_REMEMBERED, rememberByBody } from "../../script/remember-by-body.ts";
import type { HookInvocation, HookResult } from "../ports.ts";
import { HOOK_VARIABLES } from "./hook-variable-names.ts";

const ROOTS: Roots = { names: HOOK_VARIABLES, areValues: true };

/**
 * Evaluates hooks that only compute a value, in this process. Gives undefined for a hook that needs a script engine, and
 * for one so long that it would be read each time.
 */
export function createPlainHooks() {
  const read = rememberByBody((body) => plainScriptOf(readScript(body), ROOTS));

  return ({ body, isLegacy, variables }: HookInvocation): HookResult | undefined => {
    const script = isLegacy || body.length > LONGEST_REMEMBERED ? undefined : read(body);
    const value = script && evaluate(script, { values: variables, areJson: false }, MOST_AT_ONCE);
    return value === undefined ? undefined : { ok: true, value, console: [], notify: [] };
  };
}

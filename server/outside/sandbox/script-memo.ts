import { plainStepScript } from "../../formula/plain-step-script.ts";
import type { PlainScript } from "../../script/plain-script/plain-script.ts";
import { readScript } from "../../script/read-script.ts";

/** The traits of a script that a sandbox process needs before it runs it. */
export type ScriptTraits = { needsLibraries: boolean; plain: PlainScript | undefined };

const MAX_REMEMBERED = 500;
const MAX_REMEMBERED_LENGTH = 16_384;

/** Reads the traits of scripts, with a cache. */
export function createScriptMemo(): (body: string) => ScriptTraits {
  const remembered = new Map<string, ScriptTraits>();
  return (body) => {
    const known = remembered.get(body);
    if (known) return known;
    const traits = traitsOf(body);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (body.length <= MAX_REMEMBERED_LENGTH) remembered.set(body, traits);
    return traits;
  };
}

function traitsOf(body: string): ScriptTraits {
  const script = readScript(body);
  return {
    needsLibraries: script.isUnreadable || [...script.words].some((word) => /\b(?:require|CE)\b/.test(word)),
    plain: plainStepScript(script),
  };
}

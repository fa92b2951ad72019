import { compileFunction } from "node:vm";

export const PARAMETERS = ["trigger", "steps", "info", "config", "done"];
export const HOOK_PARAMETERS = ["done"];

const MAX_REMEMBERED = 500;
const MAX_REMEMBERED_LENGTH = 16_384;

/**
 * The syntax error of a body in V8's own wording and with the user's line, as in Node; undefined if it can be compiled.
 * The body is parsed alone, so it cannot close the function around it, and is never run.
 */
export function createSyntaxCheck(parameters: string[]): (body: string) => string | undefined {
  const verdicts = new Map<string, string | undefined>();
  return (body) => {
    if (verdicts.has(body)) return verdicts.get(body);
    const verdict = syntaxError(body, parameters);
    if (verdicts.size >= MAX_REMEMBERED) verdicts.clear();
    if (body.length <= MAX_REMEMBERED_LENGTH) verdicts.set(body, verdict);
    return verdict;
  };
}

function syntaxError(body: string, parameters: string[]): string | undefined {
  try {
    compileFunction(`"use strict";${body}`, parameters, { filename: "script" });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    const line = /^script:(\d+)/.exec(error.stack ?? "")?.[1];
    return `${error.name}: ${error.message}${line ? ` (line ${line})` : ""}`;
  }
}

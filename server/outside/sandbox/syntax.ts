import { compileFunction } from "node:vm";
import { rememberByBody } from "../../script/remember-by-body.ts";

export const PARAMETERS = ["trigger", "steps", "info", "config", "done"];
export const HOOK_PARAMETERS = ["done"];

/**
 * The syntax error of a body in V8's own wording and with the user's line, as in Node; undefined if it can be compiled.
 * The body is parsed alone, so it cannot close the function around it, and is never run.
 */
export const createSyntaxCheck = (parameters: string[]): ((body: string) => string | undefined) =>
  rememberByBody((body) => syntaxError(body, parameters));

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

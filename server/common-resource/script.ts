import type { ElementPorts } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { readScript } from "#server/script/read-script.ts";
import { syntaxErrorOf } from "#server/script/syntax-error.ts";
import type { Direction } from "./directions.ts";
import type { TransformationScript } from "./shape.ts";

/** A script of a transformation, compiled to run for many objects in one visit to the sandbox. */
export type MappingScript = {
  body: string;
  dropsEmpty: boolean;
  /** The syntax error of the author's text: the engine would name a line of the code around it. */
  mistake: string | undefined;
};

const AT_ONCE = 500;

/**
 * The script as a function that is called for each object: the text keeps its lines, so that errors name the right
 * ones. It returns its result by `done(result)` or `return`, of which `done` wins, or changes `transformedObject`.
 */
export function compileScript(
  { body, filterEmptyResponse }: TransformationScript,
  { isLegacy }: { isLegacy: boolean },
): MappingScript {
  const { waits } = readScript(body);
  const isAsync = waits && !isLegacy;
  const syntaxError = syntaxErrorOf(body, { mayAwait: !isLegacy });
  const call = `${isAsync ? "await " : ""}__map(originalObject, transformedObject, (result) => { isDone = true; given = result; })`;
  return {
    dropsEmpty: filterEmptyResponse === true,
    mistake: syntaxError && `SyntaxError: ${syntaxError.message} (line ${syntaxError.line})`,
    body: `const __map = ${isAsync ? "async " : ""}function (originalObject, transformedObject, done) {${body}
};
const __mapAll = ${isAsync ? "async " : ""}() => {
  const results = [];
  for (const [originalObject, transformedObject] of objects) {
    let isDone = false;
    let given;
    const returned = ${call};
    const result = isDone ? given : returned;
    results.push(result === undefined ? transformedObject : result);
  }
  return results;
};
${isAsync ? "__mapAll().then((results) => done({ results }));" : "done({ results: __mapAll() });"}`,
  };
}

/** An object as received, and after its fields were mapped. */
export type Pair = readonly [original: unknown, transformed: unknown];

type Run = {
  /** The name of the common resource. */
  name: string;
  direction: Direction;
  /** The pairs are the conditions of a `where`. */
  isWhere?: boolean;
  hook: ElementPorts["hook"];
  signal: AbortSignal;
};

/** The script's result for each pair. Refuses (serverError) with the error of a script that fails. */
export async function runScript(
  { body, mistake }: MappingScript,
  pairs: readonly Pair[],
  { name, direction, isWhere = false, hook, signal }: Run,
): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let from = 0; from < pairs.length; from += AT_ONCE) {
    const objects = pairs.slice(from, from + AT_ONCE);
    const variables = { objects, fromVendor: direction === "fromVendor", isWhere };
    const ran = mistake
      ? { ok: false as const, error: mistake }
      : await hook({ body, isLegacy: false, variables, origins: [] }, signal);
    const found = ran.ok ? (ran.value as { results?: unknown } | undefined)?.results : undefined;
    if (!ran.ok || !Array.isArray(found)) {
      const error = ran.ok ? "it did not finish" : ran.error;
      const side = direction === "fromVendor" ? "from the provider" : "to the provider";
      throw new Failure("serverError", `The script of the common resource ${name} failed ${side}: ${error}`, {
        providerMessage: error,
      });
    }
    results.push(...found);
  }
  return results;
}

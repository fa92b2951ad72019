import { type AnyNode, type Node, type Options, Parser, type Program } from "acorn";
import { LooseParser } from "acorn-loose";
import type { Mistake } from "./script.ts";

const MAX_LENGTH = 256 * 1024;

/** The top level of a script is inside a function, so it may return. */
const OPTIONS: Options = { ecmaVersion: "latest", allowReturnOutsideFunction: true };
const WITH_AWAIT: Options = { ...OPTIONS, allowAwaitOutsideFunction: true };

/** That function begins with "use strict", and is not async. */
class ScriptParser extends Parser {
  constructor(options: Options, input: string, startPos?: number) {
    super(options, input, startPos);
    (this as unknown as { strict: boolean }).strict = true;
  }
}

/**
 * The syntax tree of a script; of a broken script, as much as can be parsed. Undefined if it is longer than a script
 * may be, or nested or chained too deeply for the parser.
 */
export function parseScript(source: string): Parsed | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  try {
    return { program: ScriptParser.parse(source, OPTIONS), mistake: undefined };
  } catch (error) {
    return error instanceof SyntaxError ? parseBroken(source, mistakeOf(error)) : unlessTooDeep(error);
  }
}

type Parsed = { program: Program; mistake: Mistake | undefined };

/** The parser appends the position to its messages: `Unexpected token (1:5)`. */
function mistakeOf(error: SyntaxError & { pos?: number; loc?: { line: number } }): Mistake {
  const message = error.message.replace(/ \(\d+:\d+\)$/, "");
  return { message, start: error.pos ?? 0, line: error.loc?.line ?? 1 };
}

function parseBroken(source: string, mistake: Mistake): Parsed | undefined {
  try {
    const awaiting = parseAwaiting(source);
    if (awaiting)
      return {
        program: awaiting,
        mistake: { ...mistake, message: "await works only in an async function", isAwait: true },
      };
    return { program: TolerantParser.parse(source, WITH_AWAIT), mistake };
  } catch (error) {
    return unlessTooDeep(error);
  }
}

/** The syntax tree of a script whose only mistake is `await` outside of an async function. */
function parseAwaiting(source: string): Program | undefined {
  try {
    return ScriptParser.parse(source, WITH_AWAIT);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function unlessTooDeep(error: unknown): undefined {
  if (!(error instanceof RangeError)) throw error;
}

/**
 * Its errors have no stack, line and column, which cost a scan of the source from its start: the tolerant parser may
 * meet many errors.
 */
class BriefParser extends Parser {
  raise(pos: number, message: string): never {
    // The second position is where the tolerant parser continues.
    const { pos: raisedAt } = this as unknown as { pos: number };
    throw Object.assign(Object.create(SyntaxError.prototype), { message, pos, raisedAt });
  }
  raiseRecoverable(pos: number, message: string): never {
    this.raise(pos, message);
  }
}

class TolerantParser extends LooseParser {
  static BaseParser = BriefParser;
}

/** The nodes directly below a node, in the order of the source. */
export function childrenOf(node: Node): AnyNode[] {
  const children: AnyNode[] = [];
  for (const value of Object.values(node)) {
    if (isNode(value)) children.push(value);
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) children.push(item);
  }
  return children;
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

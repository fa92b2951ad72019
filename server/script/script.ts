import type { Expression, Program } from "acorn";

/** The properties of a script that the product needs. They are read from its syntax tree; the script is never run. */
export type Script = {
  /** It is too long or too deep to be read: every other result is the most restrictive one. */
  isUnreadable: boolean;
  /** A `return` outside every function. */
  returns: boolean;
  /** A call of the script's own `done`, or `done` passed to a function that will call it, as in `.then(done)`. */
  callsDone: boolean;
  /** It may contain asynchronous code. */
  waits: boolean;
  /** Every use of a name that the script does not declare itself, in order. */
  uses: readonly Use[];
  /** The modules that it requires by a literal name, in order. */
  requires: readonly Required[];
  /** Its names, and its texts in strings, templates and regular expressions: everything but comments. */
  words: ReadonlySet<string>;
  /** The one value of a script that consists only of `done(value)`. */
  value: Expression | undefined;
  /** Its statements, if there is no mistake in them. */
  statements: Program["body"] | undefined;
  /** Its first syntax error. */
  mistake: Mistake | undefined;
};

/** An error in the syntax of a script, as in `Unexpected token`, and its place. `isAwait`: only `await` is wrong. */
export type Mistake = { message: string; start: number; line: number; isAwait?: true };

/** `require("lodash")`, and its position. */
export type Required = { module: string; start: number };

/** The use of a name from outside with the members that are read from it: `steps.a["b"]`. */
export type Use = { name: string; members: readonly Member[] };

/** A member access: `.name`, `?.name`, `["name"]`. Without a name if that is only known when the script runs. */
export type Member = {
  name: string | undefined;
  isOptional: boolean;
  inBrackets: boolean;
  /** The end of its object, and the position of its name. */
  objectEnd: number;
  start: number;
  end: number;
};

export type ReadScript = (source: string) => Script;

/** The result for a script that cannot be read. */
export const UNREADABLE: Script = {
  isUnreadable: true,
  returns: false,
  callsDone: true,
  waits: true,
  uses: [],
  requires: [],
  words: new Set(),
  value: undefined,
  statements: undefined,
  mistake: undefined,
};

import type { FunctionName } from "./functions.ts";
import type { MethodName } from "./methods.ts";
import type { Plain } from "./room.ts";

/**
 * A script that only computes one value from its roots, as most filters compare and most scripts build an object:
 * constants, conditions, and calls of the usual methods and functions, then `done(value)`. It is evaluated without a
 * script engine. Any other code is an ordinary script.
 */
export type PlainScript = { value: PlainExpression };

/** The names that a script sees besides the language. */
export type Roots = {
  names: readonly string[];
  /** Each is one value. Otherwise only their members are read: in the engine they have others besides. */
  areValues: boolean;
};

export type PlainExpression =
  | { kind: "value"; value: Plain }
  /** A name that was declared before, by its number. */
  | { kind: "local"; slot: number }
  | { kind: "path"; root: string; members: Member[] }
  | { kind: "members"; of: PlainExpression; members: Member[] }
  | { kind: "given"; given: Given[]; value: PlainExpression }
  | { kind: "not" | "typeof"; of: PlainExpression }
  | { kind: "compare"; operator: Operator; left: PlainExpression; right: PlainExpression }
  | { kind: "calculate"; operator: Arithmetic; left: PlainExpression; right: PlainExpression }
  | { kind: "and" | "or" | "otherwise"; left: PlainExpression; right: PlainExpression }
  | { kind: "choose"; test: PlainExpression; yes: PlainExpression; no: PlainExpression }
  | { kind: "text"; texts: string[]; between: PlainExpression[] }
  | { kind: "list"; items: (PlainExpression | Spread)[] }
  | { kind: "object"; entries: ({ name: string; value: PlainExpression } | Spread)[] }
  | { kind: "call"; name: FunctionName; of: PlainExpression[] }
  /** A method of a list or a text; `each` is its first argument if that is a function. */
  | {
      kind: "method";
      name: MethodName;
      isOptional: boolean;
      of: PlainExpression;
      each: PlainFunction | undefined;
      others: PlainExpression[];
    };

/** `(a, { b }) => value`. */
export type PlainFunction = { parameters: Pattern[]; value: PlainExpression };
/** `const a = value`, `const { b } = value`. */
export type Given = { into: Pattern; value: PlainExpression };
export type Pattern = { slot: number } | { picks: { name: string; slot: number }[] };

/** `...of` in an object or a list. */
export type Spread = { spread: PlainExpression };
export type Member = { name: string | number; isOptional: boolean };
export type Operator = keyof typeof OPERATORS;
export type Arithmetic = keyof typeof ARITHMETIC;

type Compare = (left: Plain, right: Plain) => boolean;
// For primitive values the operators mean the same in every JavaScript engine.
export const OPERATORS = {
  "===": (left, right) => left === right,
  "!==": (left, right) => left !== right,
  // biome-ignore lint/suspicious/noDoubleEquals: it is what the script says.
  "==": (left, right) => left == right,
  // biome-ignore lint/suspicious/noDoubleEquals: it is what the script says.
  "!=": (left, right) => left != right,
  ">=": (left, right) => (left as number) >= (right as number),
  "<=": (left, right) => (left as number) <= (right as number),
  ">": (left, right) => (left as number) > (right as number),
  "<": (left, right) => (left as number) < (right as number),
} satisfies Record<string, Compare>;

/** Their results are exact, unlike those of `**`. */
export const ARITHMETIC = {
  "+": (left, right) => (left as number) + (right as number),
  "-": (left, right) => (left as number) - (right as number),
  "*": (left, right) => (left as number) * (right as number),
  "/": (left, right) => (left as number) / (right as number),
  "%": (left, right) => (left as number) % (right as number),
} satisfies Record<string, (left: Plain, right: Plain) => string | number>;

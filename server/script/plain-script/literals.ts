import type { AnyNode, Literal } from "acorn";
import type { PlainExpression } from "./plain-script.ts";
import type { Plain } from "./room.ts";

/** The value of a literal that means the same in every JavaScript engine. */
export function literalOf({ value, raw = "" }: Literal): PlainExpression | undefined {
  if (typeof value === "number") return PLAIN_NUMBER.test(raw) ? { kind: "value", value } : undefined;
  if (typeof value === "string") return OCTAL_ESCAPE.test(raw) ? undefined : plain(value);
  return value === null ? nullIf(raw) : typeof value === "boolean" ? plain(value) : undefined;
}

/** The name of a property that is not computed. */
export function nameOf(key: AnyNode): string | undefined {
  if (key.type === "Identifier") return key.name;
  const literal = key.type === "Literal" ? literalOf(key) : undefined;
  const name = literal?.kind === "value" ? literal.value : undefined;
  return typeof name === "string" || typeof name === "number" ? String(name) : undefined;
}

export const plain = (value: unknown): PlainExpression => ({ kind: "value", value: value as Plain });

/** To JavaScript, longer and octal numbers are not what people expect. */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

/** A syntax error in strict mode, in which scripts run. */
const OCTAL_ESCAPE = /\\\d/;

/** A regular expression that this engine does not support has the value null, too. */
const nullIf = (raw: string) => (raw === "null" ? plain(null) : undefined);

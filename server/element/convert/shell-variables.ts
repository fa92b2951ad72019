import { METHODS } from "./conversion.ts";
import { isOpaque } from "./request-target.ts";

const SECRET_NAME = /key|token|secret|pass|pwd|pw$|auth|cred|sig|session|cookie|user|login|bearer/i;
const LONGEST = 200;
/** An address without credentials and query, or a host. */
const ADDRESS = /^(?:https?:\/\/[\w.{}-]+(?::\d{1,5})?|\{\{\w+\}\}|(?:[a-z\d-]+\.)+[a-z]{2,24})((?:\/[\w.~{}-]+)*)\/?$/;

/**
 * The value of a variable that a script sets, if it is an address, the version of one or a method. Other values may be
 * credentials: undefined.
 */
export function valueOfVariable(name: string, value: string): string | undefined {
  if (SECRET_NAME.test(name) || value.length > LONGEST) return undefined;
  if (/^v\d{1,3}(?:\.\d{1,3})?$/.test(value) || METHODS.some((method) => method === value)) return value;
  const [, path] = ADDRESS.exec(value) ?? [];
  return path === undefined || path.split("/").some(isOpaque) ? undefined : value;
}

import lodash from "lodash";

/**
 * The part of Node's `util` that a script without input and output can use: the rest is about streams, processes and
 * the inspection of native objects.
 */
export const util = {
  format,
  inspect,
  inherits(child: { prototype: object }, parent: { prototype: object }) {
    Object.setPrototypeOf(child.prototype, parent.prototype);
  },
  promisify:
    (call: (...values: unknown[]) => void) =>
    (...values: unknown[]) =>
      new Promise((resolve, reject) => {
        call(...values, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value)));
      }),
  isDeepStrictEqual: (one: unknown, other: unknown) => lodash.isEqual(one, other),
  isArray: Array.isArray,
  isBoolean: (value: unknown) => typeof value === "boolean",
  isDate: lodash.isDate,
  isError: lodash.isError,
  isFunction: (value: unknown) => typeof value === "function",
  isNull: lodash.isNull,
  isNullOrUndefined: lodash.isNil,
  isNumber: (value: unknown) => typeof value === "number",
  isObject: lodash.isObjectLike,
  isPrimitive: (value: unknown) => !lodash.isObject(value),
  isRegExp: lodash.isRegExp,
  isString: (value: unknown) => typeof value === "string",
  isSymbol: (value: unknown) => typeof value === "symbol",
  isUndefined: lodash.isUndefined,
};

function format(template: unknown, ...values: unknown[]): string {
  const rest = [...values];
  const text =
    typeof template === "string"
      ? template.replace(/%[sdifjoOc%]/g, (mark) =>
          mark === "%%" ? "%" : rest.length ? put(mark, rest.shift()) : mark,
        )
      : inspect(template);
  return [text, ...rest.map((value) => (typeof value === "string" ? value : inspect(value)))].join(" ");
}

function put(mark: string, value: unknown): string {
  if (mark === "%s") return typeof value === "object" ? inspect(value) : String(value);
  if (mark === "%d") return String(Number(value));
  if (mark === "%i") return String(Number.parseInt(String(value), 10));
  if (mark === "%f") return String(Number.parseFloat(String(value)));
  if (mark === "%c") return "";
  return mark === "%j" ? String(JSON.stringify(value)) : inspect(value);
}

/** Close to Node's one-line form; deeper than two levels it is `[Object]` as in Node. */
function inspect(value: unknown, options: { depth?: number | null } = {}): string {
  const { depth = 2 } = options;
  return shown(value, depth ?? Number.POSITIVE_INFINITY, []);
}

function shown(value: unknown, depth: number, above: unknown[]): string {
  if (typeof value === "string") return above.length ? `'${value.replaceAll("'", "\\'")}'` : `'${value}'`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return value.name ? `[Function: ${value.name}]` : "[Function (anonymous)]";
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (above.includes(value)) return "[Circular *1]";
  if (above.length > depth) return Array.isArray(value) ? "[Array]" : "[Object]";
  const inside = (member: unknown) => shown(member, depth, [...above, value]);
  if (Array.isArray(value)) return value.length ? `[ ${value.map(inside).join(", ")} ]` : "[]";
  const members = Object.entries(value).map(([key, member]) => `${keyShown(key)}: ${inside(member)}`);
  return members.length ? `{ ${members.join(", ")} }` : "{}";
}

const keyShown = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`);

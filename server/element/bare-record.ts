/** A map for names that others choose: without a prototype, so that `__proto__` is a name like any other. */
export const bareRecord = <Value>(): Record<string, Value> => Object.create(null);

/** An object with fields, and no list, file or other thing. */
export const isRecord = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

/** A value as text in a header, an address or a form. */
export const asText = (value: unknown): string =>
  typeof value === "string"
    ? value
    : value === undefined || value === null
      ? ""
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);

/** A map for names that others choose: it has no prototype, so `__proto__` is an ordinary key. */
export const bareRecord = <Value>(): Record<string, Value> => Object.create(null);

/** Whether a value is an object with fields: no list, file or other class. */
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

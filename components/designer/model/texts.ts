import { isRecord } from "./draft.ts";

/** Every text in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The value with one of its texts replaced, wherever it occurs. */
export function replaceText(value: unknown, text: string, by: string): unknown {
  if (value === text) return by;
  if (Array.isArray(value)) return value.map((item) => replaceText(item, text, by));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceText(item, text, by)]));
}

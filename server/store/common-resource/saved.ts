import type { OwnedLevel } from "./owner.ts";

/** A value saved for a common resource at a level. */
export type Saved<Value> = {
  level: OwnedLevel;
  name: string;
  value: Value;
};

/** The row was checked when it was written, so the types hold. */
export const savedAs = <Value>({ level, name }: { level: string; name: string }, value: unknown): Saved<Value> => ({
  level: level as OwnedLevel,
  name,
  value: value as Value,
});

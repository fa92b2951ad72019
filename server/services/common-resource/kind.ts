import type { Level } from "#server/common-resource/shape.ts";
import type { Context } from "#server/context.ts";
import type { Owner } from "#server/store/common-resource/owner.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { Address } from "./place.ts";

/** What is saved for a common resource at a level, or what an element brings. */
export type AtLevel<Value> = { level: Level; name: string; value: Value };

/** What can be saved for a common resource at each level: its definition, and transformations. */
export type Kind<Value extends object, Place extends { owner: Owner }> = {
  noun: "definition" | "transformation";
  /** Whose these are; refuses notFound. */
  find: (ctx: Context, address: Address) => Promise<Place>;
  /** Those of this place and of the levels above it; with `name`, of one common resource. */
  list: (db: Db, place: Place, name?: string) => Promise<AtLevel<Value>[]>;
  /** What counts where these levels of one common resource meet; null if the most specific one takes it away. */
  merged: (levels: readonly AtLevel<Value>[]) => Partial<Value> | null;
  /** What is shown of the place with each value. */
  shown: (place: Place) => Partial<Value>;
  /** What of a merged value is of this level. */
  at: (level: Level, value: Value) => Value;
  /** Every reason against this value in the place of the one before. */
  problems: (value: Value, before: Value | undefined) => string[];
  count: (db: Db, place: Place) => Promise<number>;
  insert: (db: Db, place: Place, values: readonly { name: string; value: Value }[]) => Promise<void>;
  update: (db: Db, place: Place, name: string, value: Value) => Promise<boolean>;
  remove: (db: Db, place: Place, names: readonly string[]) => Promise<void>;
  /** Refuses (conflict) what something else refers to. */
  requireRemovable: (db: Db, place: Place, names: readonly string[]) => Promise<void>;
};

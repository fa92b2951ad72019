import type { Level } from "#server/common-resource/shape.ts";
import type { Context } from "#server/context.ts";
import type { Owner } from "#server/store/common-resource/owner.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { Address } from "./place.ts";

/** A value for a common resource at a level, or an element's own. */
export type AtLevel<Value> = { level: Level; name: string; value: Value };

/** Definitions and transformations have fields. */
export type WithFields = { fields: readonly { path: string; type?: string | undefined }[] };

/** A kind of value for a common resource at each level: its definition, and transformations. */
export type Kind<Value extends object, Place extends { owner: Owner }> = {
  noun: "definition" | "transformation";
  /** The owner of the values; refuses notFound. */
  find: (ctx: Context, address: Address) => Promise<Place>;
  /** The values of this place and of the levels above it; with `name`, of one common resource. */
  list: (db: Db, place: Place, name?: string) => Promise<AtLevel<Value>[]>;
  /** The effective value of these levels of one common resource; null if the most specific one removes it. */
  merged: (levels: readonly AtLevel<Value>[]) => Partial<Value> | null;
  /** The fields of the place that are shown with each value. */
  shown: (place: Place) => Partial<Value>;
  /** The part of a merged value at this level. */
  at: (level: Level, value: Value) => Value;
  /** All reasons against replacing the previous value by this one. */
  problems: (value: Value, before: Value | undefined) => string[];
  count: (db: Db, place: Place) => Promise<number>;
  insert: (db: Db, place: Place, values: readonly { name: string; value: Value }[]) => Promise<void>;
  update: (db: Db, place: Place, name: string, value: Value) => Promise<boolean>;
  remove: (db: Db, place: Place, names: readonly string[]) => Promise<void>;
  /** Refuses (conflict) a value that something else refers to. */
  requireRemovable: (db: Db, place: Place, names: readonly string[]) => Promise<void>;
};

import { registry, typesOf } from "#server/registry.ts";
import type { ElementDraft } from "../model/element-draft.ts";
import type { Path } from "../model/paths.ts";
import { authentication } from "./authentication/part.ts";
import { configuration } from "./configuration/part.ts";
import { events } from "./events/part.ts";
import { hooks } from "./hooks/part.ts";
import { info } from "./info/part.ts";
import { models } from "./models/part.ts";
import { objects } from "./objects/part.ts";
import type { Part } from "./part.ts";
import { properties } from "./properties/part.ts";
import { resources } from "./resources/part.ts";

/** The parts of the builder, in their order. To add one: write its folder and name it here. */
const TYPES = registry(info, properties, authentication, configuration, hooks, events, resources, models, objects);

export type PartName = keyof typeof TYPES;
export const PARTS: Readonly<Record<PartName, Part<PartName>>> = TYPES;
export const PART_NAMES: readonly PartName[] = typesOf(TYPES);

export const isPartName = (name: string): name is PartName => Object.hasOwn(PARTS, name);

/** The part that a place of the element belongs to; fields that no other part has belong to the first. */
export const partAt = (draft: ElementDraft, path: Path): PartName =>
  PART_NAMES.find((name) => PARTS[name].slice.owns(draft, path)) ?? info.type;

import type { ComponentType } from "react";
import type { ElementDraft } from "../model/element-draft.ts";
import type { Slice } from "../model/slice.ts";

/** One part of the builder. To add one: write a folder with its panel and a row in the registry. */
export type Part<Name extends string = string> = {
  /** Also its name in the address and in the messages. */
  type: Name;
  slice: Slice;
  /** How many items it has; undefined for parts that are one form. */
  count?: (draft: ElementDraft) => number;
  /** Whether its author has started it: a part with neither this nor a problem is marked as empty. */
  isStarted: (draft: ElementDraft) => boolean;
  /** Its panel has controls that change nothing, such as a search, and disables the others if nothing may change. */
  isBrowsed?: true;
  Panel: ComponentType;
};

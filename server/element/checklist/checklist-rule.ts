import type { Element } from "../shape.ts";

export type Path = (string | number)[];

/** Values to set in a definition, each by its path. */
export type Fix = { path: Path; value: unknown }[];

/** What differs from a convention, and what would mend it where that is certain. */
export type Finding = { path: Path; message: string; fix?: Fix };

/** One convention that elements follow. Adding one is one file and a row in the registry. */
export type ChecklistRule = {
  rule: string;
  title: string;
  find: (element: Element) => Finding[];
};

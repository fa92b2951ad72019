import type { Element } from "../shape.ts";

export type Path = (string | number)[];

/** Values to set in a definition, each by its path. */
export type Fix = { path: Path; value: unknown }[];

/** A violation of a convention, and a fix if it is certain. */
export type Finding = { path: Path; message: string; fix?: Fix };

/** One convention for elements. To add one: write its file and a row in the registry. */
export type ChecklistRule = {
  rule: string;
  title: string;
  find: (element: Element) => Finding[];
};

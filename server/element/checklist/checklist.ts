import type { Element } from "../shape.ts";
import type { Finding } from "./checklist-rule.ts";
import { CHECKLIST } from "./registry.ts";

export type ChecklistFinding = Finding & { rule: string; title: string };

/** Where an element differs from the conventions. It can be published nevertheless. */
export const checklistOf = (element: Element): ChecklistFinding[] =>
  CHECKLIST.flatMap(({ rule, title, find }) => find(element).map((finding) => ({ rule, title, ...finding })));

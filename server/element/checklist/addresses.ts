import { addressProblems } from "../definition/address-problems.ts";
import type { ChecklistRule } from "./checklist-rule.ts";

/** Requests to what is no address are refused, one by one. */
export const addresses: ChecklistRule = {
  rule: "addresses",
  title: "Addresses are web addresses",
  find: addressProblems,
};

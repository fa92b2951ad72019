"use client";

import { useAddressFilters } from "../shell/use-address-filters.ts";
import type { Formula } from "./formula-answers.ts";

/** The connection with which a person returns to a variable of the formula, as its configuration; undefined for others. */
export function useReturned({ configuration }: Formula) {
  const { id, text, narrow } = useAddressFilters(["variable", "connection"]);
  const [key, connection] = [text("variable"), id("connection")];
  const isVariable = configuration.some((variable) => variable.key === key && variable.type === "elementInstance");
  const isReturned = key !== undefined && connection !== undefined && isVariable;
  return {
    returned: isReturned ? { [key]: String(connection) } : undefined,
    /** Removes it from the address. */
    forget: () => (isReturned ? narrow({ variable: "", connection: "" }) : undefined),
  };
}

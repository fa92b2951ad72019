"use client";

import { useAddressFilters } from "../shell/use-address-filters.ts";

/**
 * Where a connection is needed, from the address: the formula, the instance if there is one already, and the variable.
 * The screens on the way to a connection pass it on.
 */
export function useWayBack() {
  const { id, text } = useAddressFilters(["formula", "instance", "variable"]);
  return { formula: id("formula"), instance: id("instance"), variable: text("variable") };
}

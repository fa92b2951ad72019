"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../shell/trpc.ts";
import { useBuilder } from "./model/builder.ts";

/** The connections of the element that its author sees; undefined until they are loaded. */
export function useAccounts() {
  const trpc = useTRPC();
  const elementKey = useBuilder((builder) => builder.elementKey);
  const { data, error } = useQuery(trpc.connection.names.queryOptions());
  return { accounts: data?.filter((account) => account.elementKey === elementKey), error };
}

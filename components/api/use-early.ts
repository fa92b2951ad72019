"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

/**
 * Begins queries that the parts of a page need once the page itself is read, so that all of them are one request. The
 * parts find the answers by the same options.
 */
export function useEarly(begin: (queries: QueryClient) => readonly Promise<void>[]): void {
  const queries = useQueryClient();
  const start = useEffectEvent(() => Promise.all(begin(queries)));
  useEffect(() => {
    void start();
  }, []);
}

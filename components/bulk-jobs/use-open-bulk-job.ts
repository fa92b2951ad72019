import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";

/** A function that opens the page of a bulk job that a dialog has started, with the focus on it. */
export function useOpenBulkJob() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const openScreen = useOpenScreen();
  const isOpening = useRef(false);
  // The dialog and its button are removed with their page, so the focus would be lost.
  useEffect(
    () => () => {
      if (isOpening.current) document.getElementById("content")?.focus();
    },
    [],
  );
  return async ({ id }: { id: string }) => {
    await queries.invalidateQueries(trpc.bulkJob.pathFilter());
    isOpening.current = true;
    await openScreen(routeTo("bulkJob", { bulkJobId: id }));
  };
}

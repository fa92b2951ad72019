import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";

/** A function that opens the page of a bulk job that a dialog has started. */
export function useOpenBulkJob() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const openScreen = useOpenScreen();
  return async ({ id }: { id: string }) => {
    await queries.invalidateQueries(trpc.bulkJob.pathFilter());
    await openScreen(routeTo("bulkJob", { bulkJobId: id }));
  };
}

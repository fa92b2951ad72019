import type { RouterOutputs } from "../api/trpc.ts";

/** An item of the list of API keys. */
export type ListedKey = RouterOutputs["apiKey"]["list"]["items"][number];

/** Whether a date is in the future. */
export const isAhead = (date: string | undefined): boolean => date !== undefined && Date.parse(date) > Date.now();

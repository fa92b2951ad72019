import type { RouterOutputs } from "../api/trpc.ts";

/** An item of the list of API keys. */
export type ListedKey = RouterOutputs["apiKey"]["list"]["items"][number];

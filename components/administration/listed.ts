import type { RouterOutputs } from "../api/trpc.ts";

/** The items of the administrators' lists. */
export type ListedUser = RouterOutputs["user"]["list"]["items"][number];
export type ListedAccount = RouterOutputs["account"]["list"]["items"][number];

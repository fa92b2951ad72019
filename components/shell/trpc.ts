"use client";

import type { TRPCClientErrorLike } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { ScreenRouter } from "#server/api/trpc/router.ts";

export const { TRPCProvider, useTRPC } = createTRPCContext<ScreenRouter>();

/** What the server answers, by noun and verb: `Answer["execution"]["list"]`. */
export type Answer = inferRouterOutputs<ScreenRouter>;

/** A refusal as the server tells it: `data` has its kind, its request id and the provider's own words. */
export type ScreenError = TRPCClientErrorLike<ScreenRouter>;

"use client";

import { TRPCClientError, type TRPCClientErrorLike } from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { ScreenRouter } from "#server/api/trpc/router.ts";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<ScreenRouter>();

/** The inputs of the server, by noun and verb. */
export type RouterInputs = inferRouterInputs<ScreenRouter>;

/** The responses of the server, by noun and verb: `RouterOutputs["execution"]["list"]`. */
export type RouterOutputs = inferRouterOutputs<ScreenRouter>;

/** An error from the server: `data` has its kind, its request ID and the provider's message. */
export type ScreenError = TRPCClientErrorLike<ScreenRouter>;

/** The status of a refusal; 503 without a response of the server. */
export const statusOf = (error: unknown): number =>
  error instanceof TRPCClientError ? (error.data?.status ?? 503) : 503;

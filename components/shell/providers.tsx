"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, splitLink, TRPCClientError } from "@trpc/client";
import { type ReactNode, useState } from "react";
import type { ScreenRouter } from "#server/api/trpc/router.ts";
import { noteEnded } from "../api/ended-session.ts";
import { noteOtherUser, pageOwnerHeaders, setPageOwner } from "../api/page-owner.ts";
import { sendOnce } from "../api/send-once.ts";
import { statusOf, TRPCProvider } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { Toasts } from "../ui/toasts.tsx";
import { hasUnsavedInput } from "../ui/unsaved-input.ts";

const TRIES = 2;

const URL = "/api/trpc";

/** Calls of one moment share a request, but not changes, each of which has a key. */
const LINK = splitLink<ScreenRouter>({
  condition: ({ type }) => type === "mutation",
  true: httpBatchLink({
    url: URL,
    headers: pageOwnerHeaders,
    maxItems: 1,
    fetch: (input, init) =>
      sendOnce(
        `${input}\n${init?.body}`,
        (headers) => fetch(input, { ...init, headers: { ...init?.headers, ...headers } } as RequestInit),
        init?.signal,
      ),
  }),
  false: httpBatchLink({ url: URL, headers: pageOwnerHeaders }),
});

/** The providers of every screen: the tRPC client, its cache, and the toasts. Holders of a link are no `owner`. */
export function Providers({ owner, children }: { owner?: string; children: ReactNode }) {
  useState(() => setPageOwner(owner));
  const [queryClient] = useState(openCache);
  const [trpcClient] = useState(() => createTRPCClient<ScreenRouter>({ links: [LINK] }));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <Toasts>{children}</Toasts>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/**
 * Client errors are final; possibly transient errors are retried. When the session has ended, queries lead to the sign-in
 * page, unless input would be lost. A refused mutation says so where it was sent; one that the tab keeps can wait for it.
 */
function openCache(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: signInAgain, onSuccess: () => noteOtherUser(false) }),
    mutationCache: new MutationCache({
      onSuccess: () => noteOtherUser(false),
      onError: (error, _variables, _result, { meta }) => (meta?.isKeptInTab ? signInAgain(error) : noteRefusal(error)),
    }),
    defaultOptions: {
      queries: { ...ALWAYS, staleTime: 5000, retry: (failures, error) => statusOf(error) >= 500 && failures < TRIES },
      mutations: ALWAYS,
    },
  });
}

/** A browser that believes itself offline may reach a server on its own machine; else it says that it cannot. */
const ALWAYS = { networkMode: "always" } as const;

/** Leads to the setup of a second factor if that is required, and says when the page is no longer of the signed-in user. */
function noteRefusal(error: unknown): void {
  noteOtherUser(reasonOf(error) === "otherUser");
  if (reasonOf(error) === "secondFactorNeeded" && window.location.pathname !== routeTo("security"))
    window.location.assign(routeTo("security"));
}

/** A wrong code does not end the session; a page of another user says so, and keeps its input. */
const KEEPS_SESSION: unknown[] = ["secondFactor", "otherUser"];

function signInAgain(error: unknown): void {
  noteRefusal(error);
  if (KEEPS_SESSION.includes(reasonOf(error)) || statusOf(error) !== 401 || hasUnsavedInput()) return;
  if (window.location.pathname === routeTo("signIn")) return;
  const here = window.location.pathname + window.location.search;
  noteEnded();
  window.location.assign(routeTo("signIn", { callbackUrl: here, ended: "1" }));
}

const reasonOf = (error: unknown): unknown => (error instanceof TRPCClientError ? error.data?.reason : undefined);

"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, splitLink, TRPCClientError } from "@trpc/client";
import { type ReactNode, useState } from "react";
import type { ScreenRouter } from "#server/api/trpc/router.ts";
import { sendOnce } from "../api/send-once.ts";
import { statusOf, TRPCProvider } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { Toasts } from "../ui/toasts.tsx";

const TRIES = 2;

const URL = "/api/trpc";

/** Calls of one moment share a request, but not changes, each of which has a key. */
const LINK = splitLink<ScreenRouter>({
  condition: ({ type }) => type === "mutation",
  true: httpBatchLink({
    url: URL,
    maxItems: 1,
    fetch: (input, init) =>
      sendOnce(`${input}\n${init?.body}`, (headers) =>
        fetch(input, { ...init, headers: { ...init?.headers, ...headers } } as RequestInit),
      ),
  }),
  false: httpBatchLink({ url: URL }),
});

/** The providers of every Workbench screen: the tRPC client, its cache, and the toasts. */
export function Providers({ children }: { children: ReactNode }) {
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

/** Client errors are final; possibly transient errors are retried. An ended session leads to the sign-in page. */
function openCache(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: signInAgain }),
    mutationCache: new MutationCache({ onError: signInAgain }),
    defaultOptions: {
      queries: { ...ALWAYS, staleTime: 5000, retry: (failures, error) => statusOf(error) >= 500 && failures < TRIES },
      mutations: ALWAYS,
    },
  });
}

/** A browser that believes itself offline may reach a server on its own machine; else it says that it cannot. */
const ALWAYS = { networkMode: "always" } as const;

function signInAgain(error: unknown): void {
  const data: { reason?: string } | undefined = error instanceof TRPCClientError ? error.data : undefined;
  // A wrong code does not end the session.
  if (data?.reason === "secondFactor") return;
  if (data?.reason === "secondFactorNeeded" && window.location.pathname !== routeTo("security"))
    window.location.assign(routeTo("security"));
  if (statusOf(error) !== 401 || window.location.pathname === routeTo("signIn")) return;
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(here)}`);
}

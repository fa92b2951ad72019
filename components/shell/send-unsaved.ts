import type { Mutation, MutationCache } from "@tanstack/react-query";
import { type CopyKind, localCopiesIn } from "../ui/local-copy.ts";
import type { TabStorage } from "../ui/tab-storage.tsx";
import { hasUnsavedInput } from "../ui/unsaved-input.ts";

const RESPONSE_LIMIT_MS = 5000;

/** Something that the server has not acknowledged: a draft with its title, choices, or a request. */
export type Unsaved = { kind: CopyKind; title: string } | { kind: "choices" | "requests" | "input" };

/** Sends what the tab has not sent yet, and waits some seconds for all responses. Resolves with what is left. */
export async function sendUnsaved(storage: TabStorage, mutations: MutationCache): Promise<Unsaved[]> {
  const requests = mutations.getAll().filter((mutation) => isPending(mutation) && !mutation.meta?.isKeptInTab);
  storage.keepAll();
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([
    Promise.all([storage.sendAll(), ...requests.map((request) => ended(mutations, request))]),
    new Promise((resolve) => {
      timer = setTimeout(resolve, RESPONSE_LIMIT_MS);
    }),
  ]);
  clearTimeout(timer);
  const left: Unsaved[] = localCopiesIn(storage);
  if (storage.names("").length > left.length) left.push({ kind: "choices" });
  if (hasUnsavedInput()) left.push({ kind: "input" });
  if (requests.some(({ state }) => state.status !== "success")) left.push({ kind: "requests" });
  return left;
}

const isPending = ({ state }: Pick<Mutation, "state">): boolean => state.status === "pending";

const ended = (mutations: MutationCache, request: Mutation): Promise<void> =>
  new Promise((resolve) => {
    const stop = mutations.subscribe(() => {
      if (isPending(request)) return;
      stop();
      resolve();
    });
  });

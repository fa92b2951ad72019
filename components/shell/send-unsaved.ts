import type { Mutation, MutationCache } from "@tanstack/react-query";
import { type CopyKind, localCopiesIn } from "../ui/local-copy.ts";
import type { TabStorage } from "../ui/tab-storage.tsx";

const RESPONSE_LIMIT_MS = 5000;

/** Something that the server has not acknowledged: a draft with its title, choices, or else requests. */
export type Unsaved = { kind: CopyKind; title: string } | { kind: "choices" | "requests" };

/** Sends what the tab has not sent yet, and waits some seconds for all responses. Resolves with what is left. */
export async function sendUnsaved(storage: TabStorage, mutations: MutationCache): Promise<Unsaved[]> {
  const requests = mutations.getAll().filter(isPending);
  storage.keepAll();
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([
    Promise.all([storage.sendAll(), ...requests.map((request) => ended(mutations, request))]),
    new Promise((resolve) => {
      timer = setTimeout(resolve, RESPONSE_LIMIT_MS);
    }),
  ]);
  clearTimeout(timer);
  const drafts = localCopiesIn(storage);
  if (storage.names("").length > drafts.length) return [...drafts, { kind: "choices" }];
  const hasFailed = requests.some(({ state }) => state.status !== "success");
  return drafts.length === 0 && hasFailed ? [{ kind: "requests" }] : drafts;
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

import type { RouterInputs } from "../../api/trpc.ts";
import type { BuilderStore } from "./builder.ts";

/** The current draft, as the server tests it. */
export function testedDraft(store: BuilderStore) {
  const { elementId, kept, history } = store.getState();
  return {
    elementId,
    draftId: kept?.id ?? null,
    // The server parses what it gets; a draft is what clients may send.
    element: history.present as unknown as RouterInputs["builder"]["tryRequest"]["element"],
  };
}

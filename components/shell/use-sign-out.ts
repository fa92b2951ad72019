"use client";

import { useQueryClient } from "@tanstack/react-query";
import { signOut } from "next-auth/react";
import { useRef, useState } from "react";
import { routeTo } from "../screens/screens.ts";
import { useTabStorage } from "../ui/tab-storage.tsx";
import { sendUnsaved, type Unsaved } from "./send-unsaved.ts";

/** The current stage of signing out; a list of the changes that it would lose waits for a decision. */
export type SignOutStage = "saving" | "leaving" | "failed" | Unsaved[];

/** Signs out when the server has acknowledged everything, or when the user gives up the rest. */
export function useSignOut() {
  const storage = useTabStorage();
  const queries = useQueryClient();
  const [stage, setStage] = useState<SignOutStage | null>(null);
  const attempt = useRef(0);

  async function begin(): Promise<void> {
    const own = ++attempt.current;
    setStage("saving");
    const unsaved = await sendUnsaved(storage, queries.getMutationCache());
    if (own !== attempt.current) return;
    if (unsaved.length > 0) return setStage(unsaved);
    await leave();
  }

  /** Nothing is deleted before the session has ended, and nothing that the user did stays in the tab afterwards. */
  async function leave(): Promise<void> {
    setStage("leaving");
    try {
      await endSession();
    } catch {
      return setStage("failed");
    }
    storage.close();
    window.location.assign(routeTo("signIn"));
  }

  function stay() {
    attempt.current++;
    setStage(null);
  }

  return { stage, begin, leave, stay };
}

/** The client of next-auth does not look at the status of the response. */
async function endSession(): Promise<void> {
  const { url } = await signOut({ redirect: false, callbackUrl: routeTo("signIn") });
  if (new URL(url, window.location.origin).pathname !== routeTo("signIn")) throw new Error("The session goes on.");
}

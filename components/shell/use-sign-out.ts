"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { noteOtherUser, pageOwnerHeaders } from "../api/page-owner.ts";
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
    const outcome = await endSession().catch(() => "failed" as const);
    if (outcome === "failed") return setStage(outcome);
    noteOtherUser(outcome === "otherUser");
    if (outcome === "otherUser") return stay();
    storage.close();
    window.location.assign(routeTo("signIn"));
  }

  function stay() {
    attempt.current++;
    setStage(null);
  }

  return { stage, begin, leave, stay };
}

/** The client of next-auth sends no headers, and does not look at the status of the response. */
async function endSession(): Promise<"ended" | "failed" | "otherUser"> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  const response = await fetch("/api/auth/signout", {
    method: "POST",
    headers: pageOwnerHeaders(),
    body: new URLSearchParams({ csrfToken, callbackUrl: routeTo("signIn"), json: "true" }),
  });
  const data = (await response.json()) as { url?: string; reason?: string } | null;
  if (data?.reason === "otherUser") return "otherUser";
  return new URL(data?.url ?? "", window.location.origin).pathname === routeTo("signIn") ? "ended" : "failed";
}

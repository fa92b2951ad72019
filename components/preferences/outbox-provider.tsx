"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { getUntypedClient } from "@trpc/client";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { pageOwnerHeaders } from "../api/page-owner.ts";
import { type RouterInputs, statusOf, useTRPCClient } from "../api/trpc.ts";
import { KEPT_IN_TAB, useTabStorage } from "../ui/tab-storage.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useErrorText } from "../ui/use-error-text.ts";
import { createOutbox, type Outbox } from "./outbox.ts";

/** The mutations that may be sent again. */
type Inputs = {
  "formula.saveLayout": RouterInputs["formula"]["saveLayout"];
  "preference.write": RouterInputs["preference"]["write"];
};
type Procedure = keyof Inputs;
/** The data of a query once the mutation is done. */
type Read = { queryKey: QueryKey; data: unknown };
type Write<Name extends Procedure = Procedure> = { procedure: Name; input: Inputs[Name]; read?: Read | undefined };

/** Statuses after which the same request succeeds later: the session ended, or the server has no time or no database. */
const LATER = [401, 429, 503];
/** The status if its subject was deleted, or published, meanwhile. */
const GONE = 404;

const OutboxContext = createContext<Outbox | null>(null);

/** Sends what screens put into the outbox, on whatever page of the tab, and says what the server refuses. */
export function OutboxProvider({ children }: { children: ReactNode }) {
  const client = getUntypedClient(useTRPCClient());
  const queries = useQueryClient();
  const storage = useTabStorage();
  const toast = useToast();
  const errorText = useErrorText();
  const t = useTranslations("ui.preferences");
  const { mutateAsync } = useMutation({
    mutationFn: ({ procedure, input }: Write) => client.mutation(procedure, input),
    meta: KEPT_IN_TAB,
  });

  async function send(text: string): Promise<boolean> {
    const write: Write = JSON.parse(text);
    const { queryKey, data } = write.read ?? {};
    try {
      // Other windows may have chosen as well; the version before does not say what is stored.
      const { value = data } = ((await mutateAsync(write)) ?? {}) as { value?: unknown };
      // A read that is in progress may have begun before.
      if (queryKey) await queries.cancelQueries({ queryKey });
      if (queryKey) queries.setQueryData(queryKey, value);
    } catch (error) {
      if (LATER.includes(statusOf(error))) return false;
      if (statusOf(error) !== GONE) toast(t("notSaved"), errorText(error));
      if (queryKey) await queries.invalidateQueries({ queryKey });
    }
    return true;
  }

  const [outbox] = useState(() => createOutbox(storage, { send, sendLast }));
  useEffect(() => {
    void outbox.sendAll();
    globalThis.addEventListener("pagehide", outbox.sendAllLast);
    const detach = storage.attach({ send: outbox.sendAll });
    return () => {
      globalThis.removeEventListener("pagehide", outbox.sendAllLast);
      detach();
    };
  }, [outbox, storage]);
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}

/** The browser completes the request after it has left the page. */
function sendLast(text: string): void {
  const { procedure, input }: Write = JSON.parse(text);
  void fetch(`/api/trpc/${procedure}`, {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json", ...pageOwnerHeaders() },
    body: JSON.stringify(input),
  }).catch(() => {});
}

function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext);
  if (!outbox) throw new Error("Nobody is signed in here.");
  return outbox;
}

/**
 * The input of this mutation about `subject` to which the server has not responded yet, if there is one, and a function
 * that sends another in its place.
 */
export function usePending<Name extends Procedure>(procedure: Name, subject: object) {
  const outbox = useOutbox();
  const name = `${procedure} ${JSON.stringify(subject)}`;
  const text = useSyncExternalStore(
    outbox.listen,
    () => outbox.read(name),
    () => null,
  );
  return {
    pending: useMemo(() => inputIn<Name>(text), [text]),
    send(inputAfter: (before: Inputs[Name] | null) => Inputs[Name], read?: Read) {
      const write: Write<Name> = { procedure, input: inputAfter(inputIn<Name>(outbox.read(name))), read };
      outbox.put(name, JSON.stringify(write));
    },
  };
}

const inputIn = <Name extends Procedure>(text: string | null): Inputs[Name] | null =>
  text === null ? null : (JSON.parse(text) as Write<Name>).input;

"use client";

import { type Locale, type Messages, NextIntlClientProvider } from "next-intl";
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";

type Known = Partial<Messages>;

const Outer = createContext<Known>({});

/** The messages available to client components: those of the enclosing rooms, and these. */
export function MessagesProvider({
  locale,
  messages,
  children,
}: {
  locale: Locale;
  messages: Known;
  children: ReactNode;
}) {
  const outer = useContext(Outer);
  const known = useMemo(() => ({ ...outer, ...messages }), [outer, messages]);
  return (
    <Outer value={known}>
      <NextIntlClientProvider locale={locale} messages={known as Messages} timeZone={useTimeZone()}>
        {children}
      </NextIntlClientProvider>
    </Outer>
  );
}

/** Where the reader is. The server does not know it: what it sends is in UTC, and put right when the page wakes up. */
const useTimeZone = () => useSyncExternalStore(neverChanges, ownZone, () => "UTC");
const neverChanges = () => () => {};
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

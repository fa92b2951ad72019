"use client";

import { type Locale, type Messages, NextIntlClientProvider } from "next-intl";
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";

type Known = Partial<Messages>;

const Outer = createContext<Known>({});

/** Provides messages to client components: those of the enclosing rooms, and the given ones. */
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

/** The time zone of the browser. The server does not know it: it renders UTC, and hydration corrects the times. */
const useTimeZone = () => useSyncExternalStore(neverChanges, ownZone, () => "UTC");
const neverChanges = () => () => {};
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

import type { Messages } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { KnownWords } from "./known-words.tsx";

type Props = { rooms: readonly (keyof Messages)[]; children: ReactNode };

/** Sends the words of these rooms along, for the parts that live in the browser; words of outer rooms stay. */
export async function Words({ rooms, children }: Props) {
  const [locale, all] = await Promise.all([getLocale(), getMessages()]);
  const messages = Object.fromEntries(rooms.map((room) => [room, all[room]]));
  return (
    <KnownWords locale={locale} messages={messages}>
      {children}
    </KnownWords>
  );
}

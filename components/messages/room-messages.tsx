import type { Messages } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { MessagesProvider } from "./messages-provider.tsx";

type Props = { rooms: readonly (keyof Messages)[]; children: ReactNode };

/** Sends the messages of these rooms to client components; messages of outer rooms stay available. */
export async function RoomMessages({ rooms, children }: Props) {
  const [locale, all] = await Promise.all([getLocale(), getMessages()]);
  const messages = Object.fromEntries(rooms.map((room) => [room, all[room]]));
  return (
    <MessagesProvider locale={locale} messages={messages}>
      {children}
    </MessagesProvider>
  );
}

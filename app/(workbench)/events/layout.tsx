import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function EventsLayout({ children }: { children: ReactNode }) {
  return <RoomMessages rooms={["events", "executions"]}>{children}</RoomMessages>;
}

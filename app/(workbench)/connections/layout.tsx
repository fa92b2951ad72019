import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function ConnectionsLayout({ children }: { children: ReactNode }) {
  return <RoomMessages rooms={["connections", "entries", "agents"]}>{children}</RoomMessages>;
}

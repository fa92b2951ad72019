import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function ElementsLayout({ children }: { children: ReactNode }) {
  return (
    <RoomMessages rooms={["elements", "connections", "entries", "documentation", "drafts"]}>{children}</RoomMessages>
  );
}

import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function ElementsLayout({ children }: { children: ReactNode }) {
  return (
    <RoomMessages rooms={["elements", "element-kinds", "connections", "entries", "documentation", "drafts"]}>
      {children}
    </RoomMessages>
  );
}

import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function ExplorerLayout({ children }: { children: ReactNode }) {
  return <RoomMessages rooms={["explorer", "operations", "documentation"]}>{children}</RoomMessages>;
}

import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function ExplorerLayout({ children }: { children: ReactNode }) {
  return <RoomMessages rooms={["explorer", "operation-forms", "documentation"]}>{children}</RoomMessages>;
}

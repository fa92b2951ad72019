import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function BuilderLayout({ children }: { children: ReactNode }) {
  return <RoomMessages rooms={["builder", "operation-forms"]}>{children}</RoomMessages>;
}

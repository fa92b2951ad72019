import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function RequestsLayout({ children }: { children: ReactNode }) {
  return <RoomMessages rooms={["requests"]}>{children}</RoomMessages>;
}

import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function OperationsLayout({ children }: { children: ReactNode }) {
  return <RoomMessages rooms={["operations", "schedules"]}>{children}</RoomMessages>;
}

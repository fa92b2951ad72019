import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function AnalyticsLayout({ children }: { children: ReactNode }) {
  return <RoomMessages rooms={["operations"]}>{children}</RoomMessages>;
}

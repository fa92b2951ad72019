import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function ImportLayout({ children }: { children: ReactNode }) {
  return <RoomMessages rooms={["imports"]}>{children}</RoomMessages>;
}

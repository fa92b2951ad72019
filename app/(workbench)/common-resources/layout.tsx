import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function CommonResourcesLayout({ children }: { children: ReactNode }) {
  return <RoomMessages rooms={["common-resources"]}>{children}</RoomMessages>;
}

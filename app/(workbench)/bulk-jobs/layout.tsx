import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function BulkJobsLayout({ children }: { children: ReactNode }) {
  return <RoomMessages rooms={["bulk-jobs", "schedules"]}>{children}</RoomMessages>;
}

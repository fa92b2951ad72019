import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function RunsLayout({ children }: { children: ReactNode }) {
  return (
    <RoomMessages
      rooms={["executions", "formulas", "designer", "schedules", "definitions", "formula-tests", "problems", "values"]}
    >
      {children}
    </RoomMessages>
  );
}

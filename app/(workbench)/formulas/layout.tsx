import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";

export default function FormulasLayout({ children }: { children: ReactNode }) {
  return (
    <RoomMessages
      rooms={[
        "formulas",
        "designer",
        "schedules",
        "definitions",
        "drafts",
        "agents",
        "formula-tests",
        "problems",
        "values",
      ]}
    >
      {children}
    </RoomMessages>
  );
}

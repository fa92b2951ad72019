import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import { AccessProvider } from "#components/screens/access.tsx";
import { readAccess } from "../../session.ts";

export default async function OperationsLayout({ children }: { children: ReactNode }) {
  const access = await readAccess();
  return (
    <RoomMessages rooms={["operations", "schedules"]}>
      <AccessProvider value={access}>{children}</AccessProvider>
    </RoomMessages>
  );
}

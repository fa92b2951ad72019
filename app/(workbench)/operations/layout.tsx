import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import { AccessProvider } from "#components/operations/access.tsx";
import { readSession } from "../../session.ts";

export default async function OperationsLayout({ children }: { children: ReactNode }) {
  const session = await readSession();
  const access = { isAdministrator: session?.isAdministrator === true, mayInvite: session?.mayInvite === true };
  return (
    <RoomMessages rooms={["operations", "schedules"]}>
      <AccessProvider value={access}>{children}</AccessProvider>
    </RoomMessages>
  );
}

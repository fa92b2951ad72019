import type { ReactNode } from "react";
import { AdministrationFrame } from "#components/administration/administration-frame.tsx";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import { AccessProvider } from "#components/screens/access.tsx";
import { readAccess } from "../../session.ts";

/** The screens hide themselves from others; the procedures refuse them. */
export default async function AdministrationLayout({ children }: { children: ReactNode }) {
  const access = await readAccess();
  return (
    <RoomMessages rooms={["administration"]}>
      <AccessProvider value={access}>
        <AdministrationFrame>{children}</AdministrationFrame>
      </AccessProvider>
    </RoomMessages>
  );
}

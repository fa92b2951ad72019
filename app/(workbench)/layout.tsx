import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import { OutboxProvider } from "#components/preferences/outbox-provider.tsx";
import { routeTo } from "#components/screens/screens.ts";
import { Providers } from "#components/shell/providers.tsx";
import { Shell } from "#components/shell/shell.tsx";
import { TabStorageProvider } from "#components/ui/tab-storage.tsx";
import { ownerOf } from "#server/account/page-owner.ts";
import { returnPath } from "#server/account/return-path.ts";
import { readSession } from "../session.ts";

/** Every page of the Workbench requires a session. */
export default async function WorkbenchLayout({ children }: { children: ReactNode }) {
  const session = await readSession();
  if (!session) {
    const here = returnPath((await headers()).get("x-path")) ?? routeTo("home");
    redirect(routeTo("signIn", { callbackUrl: here }));
  }
  const { token: _, ...person } = session;
  return (
    <RoomMessages rooms={["shell", "invite"]}>
      <Providers owner={ownerOf(person)}>
        <TabStorageProvider owner={ownerOf(person)}>
          <OutboxProvider>
            <Shell person={person}>{children}</Shell>
          </OutboxProvider>
        </TabStorageProvider>
      </Providers>
    </RoomMessages>
  );
}

import type { Metadata } from "next";
import { HostedConnect } from "#components/hosted-connect/hosted-connect.tsx";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import { Providers } from "#components/shell/providers.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = async (): Promise<Metadata> => ({
  ...(await titled("hostedConnect")()),
  referrer: "no-referrer",
});

export default async function HostedConnectPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-10">
      <RoomMessages rooms={["hosted-connect", "connections", "entries"]}>
        <Providers>
          <HostedConnect token={token} />
        </Providers>
      </RoomMessages>
    </main>
  );
}

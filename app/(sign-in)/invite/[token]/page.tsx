import type { Metadata } from "next";
import { AcceptInvitation } from "#components/invite/accept-invitation.tsx";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import { Providers } from "#components/shell/providers.tsx";
import { titled } from "../../../titled.ts";
import { waysToSignIn } from "../../../ways-to-sign-in.ts";

export const generateMetadata = async (): Promise<Metadata> => ({
  ...(await titled("invitation")()),
  referrer: "no-referrer",
});

export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-10">
      <RoomMessages rooms={["invite", "shell"]}>
        <Providers>
          <AcceptInvitation token={token} service={waysToSignIn().service} />
        </Providers>
      </RoomMessages>
    </main>
  );
}

import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import { routeTo } from "#components/screens/screens.ts";
import { SetupForm } from "#components/setup/setup-form.tsx";
import { Providers } from "#components/shell/providers.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { screenHandler } from "../../../screen-handler.ts";
import { titled } from "../../../titled.ts";

export const generateMetadata = async (): Promise<Metadata> => ({
  ...(await titled("setup")()),
  referrer: "no-referrer",
});

/** Available only until the first account exists. */
export default async function SetupPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  if (await (await screenHandler()).isReadyForUsers()) redirect(routeTo("signIn"));
  const t = await getTranslations("setup");
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-10">
      <Logo />
      <h1 className="mt-8 font-semibold text-2xl tracking-tight">{t("title")}</h1>
      <p className="mt-2 text-muted text-sm">{t("description")}</p>
      <div className="mt-6">
        <RoomMessages rooms={["setup"]}>
          <Providers>
            <SetupForm token={token} />
          </Providers>
        </RoomMessages>
      </div>
    </main>
  );
}

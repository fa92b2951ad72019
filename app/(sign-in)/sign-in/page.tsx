import type { Route } from "next";
import { redirect } from "next/navigation";
import { connection } from "next/server";
import { getTranslations } from "next-intl/server";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import { routeTo } from "#components/screens/screens.ts";
import { SignInForm } from "#components/shell/sign-in-form.tsx";
import { Branded } from "#components/ui/brand.tsx";
import { Link } from "#components/ui/link.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { returnPath } from "#server/account/return-path.ts";
import { screenHandler } from "../../screen-handler.ts";
import { isSignedIn } from "../../session.ts";
import { titled } from "../../titled.ts";
import { waysToSignIn } from "../../ways-to-sign-in.ts";

export const generateMetadata = titled("signIn");

type Props = { searchParams: Promise<{ callbackUrl?: string | string[]; ended?: string; error?: string }> };

export default async function SignInPage({ searchParams }: Props) {
  await connection();
  const { callbackUrl, ended, error } = await searchParams;
  if (ended === undefined && error === undefined && (await isSignedIn()))
    redirect((returnPath([callbackUrl].flat()[0]) as Route | undefined) ?? routeTo("home"));
  const t = await getTranslations("shell.signIn");
  const handler = await screenHandler();
  const [isSetUp, brand] = await Promise.all([handler.isReadyForUsers(), handler.brandOfSignIn()]);
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-10">
      <Branded brand={brand} fallback={<Logo />}>
        <h1 className="mt-8 font-semibold text-2xl tracking-tight">{t("title")}</h1>
        {!isSetUp && (
          <p className="mt-4 rounded-2xl border border-line bg-surface px-5 py-4 text-sm">
            {t("nobody")}{" "}
            <Link href={routeTo("setupHelp")} className="text-accent underline underline-offset-2">
              {t("setUp")}
            </Link>
          </p>
        )}
        <RoomMessages rooms={["shell"]}>
          <SignInForm {...waysToSignIn()} />
        </RoomMessages>
      </Branded>
    </main>
  );
}

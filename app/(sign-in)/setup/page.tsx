import { redirect } from "next/navigation";
import { connection } from "next/server";
import { getTranslations } from "next-intl/server";
import { routeTo } from "#components/screens/screens.ts";
import { Logo } from "#components/ui/logo.tsx";
import { screenHandler } from "../../screen-handler.ts";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("setupHelp");

const COMMAND = "npm run setup -- --email you@example.com";

/** Explains how to get a setup link from `npm run setup`, which setup requires. */
export default async function SetupHelpPage() {
  await connection();
  if (await (await screenHandler()).isReadyForUsers()) redirect(routeTo("signIn"));
  const t = await getTranslations("setup");
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-10">
      <Logo />
      <h1 className="mt-8 font-semibold text-2xl tracking-tight">{t("noLink")}</h1>
      <p className="mt-2 text-muted text-sm">{t("noLinkDescription")}</p>
      <code className="mt-6 block overflow-x-auto rounded-2xl border border-line bg-code px-4 py-3 font-mono text-sm">
        {COMMAND}
      </code>
    </main>
  );
}

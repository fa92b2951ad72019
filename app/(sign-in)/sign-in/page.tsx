import Link from "next/link";
import { connection } from "next/server";
import { getTranslations } from "next-intl/server";
import { SignInForm } from "#components/shell/sign-in-form.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { Words } from "#components/words/words.tsx";
import { parseEnv } from "#server/env.ts";
import { serverDoor } from "../../server-door.ts";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("signIn");

const DEMO_PEOPLE = [
  { username: "demo@formulary.test", role: "administrator" },
  { username: "designer@formulary.test", role: "designer" },
  { username: "viewer@formulary.test", role: "viewer" },
] as const;

export default async function SignInPage() {
  await connection();
  const { DEMO, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = parseEnv(process.env);
  const t = await getTranslations("shell.signIn");
  const isSetUp = await (await serverDoor()).isReadyForUsers();
  const service = OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET ? OIDC_NAME : undefined;
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-10">
      <Logo />
      <h1 className="mt-8 font-semibold text-2xl tracking-tight">{t("title")}</h1>
      {!isSetUp && (
        <p className="mt-4 rounded-2xl border border-line bg-surface px-5 py-4 text-sm">
          {t("nobody")}{" "}
          <Link href={"/setup" as never} className="text-accent underline underline-offset-2">
            {t("setUp")}
          </Link>
        </p>
      )}
      <Words rooms={["shell"]}>
        <SignInForm service={service} demo={DEMO ? { password: "formulary-demo", people: DEMO_PEOPLE } : undefined} />
      </Words>
    </main>
  );
}

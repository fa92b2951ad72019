import type { Metadata } from "next";
import { connection } from "next/server";
import { SignInForm } from "#components/shell/sign-in-form.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { parseEnv } from "#server/env.ts";

export const metadata: Metadata = { title: "Sign in" };

const DEMO_PEOPLE = [
  { username: "demo@formulary.test", role: "Administrator", may: "do everything" },
  { username: "designer@formulary.test", role: "Designer", may: "build, connect and run" },
  { username: "viewer@formulary.test", role: "Viewer", may: "look at everything" },
];

export default async function SignInPage() {
  await connection();
  const { DEMO, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = parseEnv(process.env);
  const service = OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET ? OIDC_NAME : undefined;
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-10">
      <Logo />
      <h1 className="mt-8 font-semibold text-2xl tracking-tight">Sign in to the Workbench</h1>
      <SignInForm service={service} demo={DEMO ? { password: "formulary-demo", people: DEMO_PEOPLE } : undefined} />
    </main>
  );
}

import { redirect } from "next/navigation";
import { connection } from "next/server";
import { getTranslations } from "next-intl/server";
import { FirstSteps } from "#components/home/first-steps.tsx";
import { FormulaSketch } from "#components/home/formula-sketch.tsx";
import { Readiness } from "#components/home/readiness.tsx";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import { routeTo } from "#components/screens/screens.ts";
import { SignInForm } from "#components/shell/sign-in-form.tsx";
import { Link } from "#components/ui/link.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { DEMO_ADMINISTRATOR, DEMO_PASSWORD } from "#server/demo/people.ts";
import { parseEnv } from "#server/env.ts";
import { readSession } from "./session.ts";
import { waysToSignIn } from "./ways-to-sign-in.ts";

const DEMO_SIGN_IN = { username: DEMO_ADMINISTRATOR, password: DEMO_PASSWORD };
const OWN_SIGN_IN = { username: "you@example.com", password: "your password" };

/** The page for signed-out visitors: sign-in, a summary of Formulary, its readiness, and the steps to a first run. */
export default async function HomePage() {
  await connection(); // Rendered for each request because the address is known only at run time, not at build time.
  if (await readSession()) redirect(routeTo("home"));
  const { PUBLIC_URL, DEMO } = parseEnv(process.env);
  const t = await getTranslations("home.front");
  const frame = await getTranslations("shell.frame");
  return (
    <div className="mx-auto max-w-6xl px-5 sm:px-8">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2"
      >
        {frame("skip")}
      </a>
      <header className="flex items-center justify-between py-6">
        <Logo />
        <nav aria-label={t("reference")} className="flex gap-5 text-sm">
          <Link href={routeTo("docs")} className="rounded-md text-accent hover:underline">
            {t("docs")}
          </Link>
          <Link href={routeTo("apiReference")} className="rounded-md text-accent hover:underline">
            {t("apiReference")}
          </Link>
        </nav>
      </header>
      <main id="content">
        <section className="grid items-start gap-10 py-8 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] lg:gap-16 lg:py-14">
          <div>
            <h1 className="text-balance font-semibold text-4xl leading-[1.1] tracking-tight sm:text-5xl">
              {t("title")}
            </h1>
            <p className="mt-5 max-w-xl text-lg text-muted leading-relaxed">{t("description")}</p>
            <div className="mt-7">
              <RoomMessages rooms={["home"]}>
                <Readiness />
              </RoomMessages>
            </div>
            <div className="mt-10 max-w-md max-lg:hidden">
              <FormulaSketch />
            </div>
          </div>
          <section aria-labelledby="sign-in">
            <h2 id="sign-in" className="font-semibold text-2xl tracking-tight">
              {t("signIn")}
            </h2>
            <RoomMessages rooms={["shell"]}>
              <SignInForm {...waysToSignIn()} />
            </RoomMessages>
          </section>
        </section>
        <section
          aria-labelledby="first-steps"
          className="grid gap-x-12 gap-y-6 border-line border-t py-12 lg:grid-cols-[1fr_2.4fr]"
        >
          <div>
            <h2 id="first-steps" className="font-semibold text-2xl tracking-tight">
              {t("steps")}
            </h2>
            <p className="mt-3 text-muted leading-relaxed">{t("stepsDescription")}</p>
          </div>
          <FirstSteps api={`${PUBLIC_URL}/elements/api-v2`} signIn={DEMO ? DEMO_SIGN_IN : OWN_SIGN_IN} />
        </section>
      </main>
      <footer className="border-line border-t py-8 text-muted text-sm">
        {t.rich("described", {
          link: (parts) => (
            <a href={routeTo("explorer")} className="text-accent underline underline-offset-2">
              {parts}
            </a>
          ),
        })}
      </footer>
    </div>
  );
}

"use client";

import { useSearchParams } from "next/navigation";
import { signIn } from "next-auth/react";
import { type Messages, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { invitationIn } from "#server/account/after-provider.ts";
import { returnPath } from "#server/account/return-path.ts";
import { type SignInStep, stepIn } from "#server/account/sign-in-steps.ts";
import { routeTo } from "../screens/screens.ts";
import { SignInOutcome } from "../sign-in/sign-in-outcome.tsx";
import { Button } from "../ui/button.tsx";
import { fieldProblem, usePasswordProblems } from "../ui/field-problem.ts";
import { Form } from "../ui/form.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useReturn } from "./use-return.ts";

type Role = keyof Messages["shell"]["signIn"]["people"];
type Demo = { password: string; people: readonly { username: string; role: Role }[] };

/** Sign-in with name and password. In the demo, the accounts are listed, and one click fills in their credentials. */
export function SignInForm({ demo, service }: { demo: Demo | undefined; service?: string | undefined }) {
  const t = useTranslations("shell.signIn");
  const [username, setUsername] = useState(demo?.people[0]?.username ?? "");
  const [password, setPassword] = useState(demo?.password ?? "");
  const [refusal, setRefusal] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [code, setCode] = useState("");
  const [newPassword, setNewPassword] = useState("");
  /** The step that the last attempt was refused for, and those that this sign-in needs. */
  const [step, setStep] = useState<SignInStep>();
  const [needsCode, setNeedsCode] = useState(false);
  const [isExpired, setIsExpired] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  const newPasswordField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const search = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const sayProblems = usePasswordProblems();
  const hasEnded = search.has("ended");
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll("input") ?? [])];
    // The page came by itself, maybe while its user was typing.
    (fields.find(({ value }) => value === "") ?? (hasEnded ? fields[0] : undefined))?.focus();
  }, [hasEnded]);
  const wanted = () => returnPath(new URLSearchParams(window.location.search).get("callbackUrl")) ?? routeTo("home");
  /** The page of an invitation says whose it is: only from there it is accepted. */
  const wantedByService = () => (invitationIn(wanted()) === undefined ? wanted() : routeTo("home"));
  useReturn(hasEnded && !isBusy, () => window.location.replace(wanted()));

  async function enter(person: { username: string; password: string; code?: string; newPassword?: string }) {
    setIsBusy(true);
    setRefusal("");
    const result = await signIn("credentials", { ...person, redirect: false }).catch(() => undefined);
    // next-auth leads there if the cookie of its token is missing, and reports no error.
    const hasCookie = !/[?&]csrf=true/.test(result?.url ?? "");
    if (result?.ok && hasCookie) {
      // The form has done its part: going back leads past it.
      window.location.replace(wanted());
      return;
    }
    const { step, message, problems } = stepIn(hasCookie ? (result?.error ?? t("noResponse")) : t("noCookie"));
    // The field of the step exists once this is rendered.
    flushSync(() => {
      setIsBusy(false);
      setStep(step);
      setRefusal(sayProblems(problems) || (step === "passwordRefused" ? fieldProblem(message) : message));
      setNeedsCode(step === "secondFactor" || (needsCode && step !== undefined));
      setIsExpired(step === "passwordExpired" || (isExpired && step !== undefined));
    });
    const fields = { secondFactor: codeField, passwordExpired: newPasswordField, passwordRefused: newPasswordField };
    (step ? fields[step] : passwordField).current?.select();
  }

  return (
    <>
      {hasEnded && (
        <p role="status" className="mt-4 rounded-2xl border border-line bg-surface px-5 py-4 text-sm">
          {t("ended")}
        </p>
      )}
      {demo?.people[0] && (
        <Button
          kind="primary"
          isBusy={isBusy}
          onClick={() => void enter({ username: demo.people[0]?.username ?? "", password: demo.password })}
          className="mt-6 w-full"
        >
          {t("asDemo")}
        </Button>
      )}
      <Form
        ref={form}
        onSubmit={() =>
          void enter({ username, password, ...(needsCode && { code }), ...(isExpired && { newPassword }) })
        }
        className="mt-4 grid gap-4 rounded-2xl border border-line bg-surface p-6 shadow-sm"
      >
        <TextField
          label={t("email")}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          name="username"
          autoComplete="username"
          required
          value={username}
          onChange={setUsername}
        />
        <TextField
          label={t("password")}
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
          inputRef={passwordField}
          problem={step ? "" : refusal}
        />
        {isExpired && (
          <>
            <p role="status" className="text-sm">
              {t("expired")}
            </p>
            <TextField
              label={t("newPassword")}
              type="password"
              autoComplete="new-password"
              required
              value={newPassword}
              onChange={setNewPassword}
              inputRef={newPasswordField}
              problem={step === "passwordRefused" ? refusal : ""}
            />
          </>
        )}
        {needsCode && (
          <TextField
            label={t("code")}
            help={t("codeHelp")}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={code}
            onChange={setCode}
            inputRef={codeField}
            problem={step === "secondFactor" && code !== "" ? refusal : ""}
          />
        )}
        <Button type="submit" kind={demo ? "plain" : "primary"} isBusy={isBusy}>
          {t(isExpired ? "setAndSignIn" : "verb")}
        </Button>
        {service && (
          <Button onClick={() => void signIn("oidc", { callbackUrl: wantedByService() })}>
            {t("through", { service })}
          </Button>
        )}
        <SignInOutcome />
      </Form>
      {demo && (
        <section aria-labelledby="demo-people" className="mt-6">
          <h2 id="demo-people" className="font-medium text-sm">
            {t("demo")}
          </h2>
          <p className="mt-1 text-muted text-sm">
            {t("demoPassword")}{" "}
            <code className="whitespace-nowrap rounded bg-code px-1.5 py-0.5 font-mono text-[0.8125rem] text-ink">
              {demo.password}
            </code>
          </p>
          <ul className="mt-3 grid gap-2">
            {demo.people.map((person) => (
              <li key={person.username}>
                <button
                  type="button"
                  aria-pressed={person.username === username}
                  onClick={() => {
                    setUsername(person.username);
                    setPassword(demo.password);
                    setRefusal("");
                  }}
                  className="w-full rounded-xl border border-line bg-surface px-4 py-2.5 text-left hover:border-accent aria-pressed:border-accent aria-pressed:bg-tint"
                >
                  <span className="block font-medium text-sm">
                    {t(`people.${person.role}.role`)}{" "}
                    <span className="font-normal text-muted">{t("may", { what: t(`people.${person.role}.may`) })}</span>
                  </span>
                  <span className="block font-mono text-muted text-xs">{person.username}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

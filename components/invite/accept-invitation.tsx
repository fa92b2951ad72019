"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { signIn } from "next-auth/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { InvitationProblem } from "#server/account/invitation-messages.ts";
import { type ScreenError, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { SignInOutcome } from "../sign-in/sign-in-outcome.tsx";
import { Branded } from "../ui/brand.tsx";
import { Button } from "../ui/button.tsx";
import { usePasswordProblem } from "../ui/field-problem.ts";
import { Form } from "../ui/form.tsx";
import { Link } from "../ui/link.tsx";
import { Logo } from "../ui/logo.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";

/** Invited people enter their name and a password, or come back from the sign-in service, and are then signed in. */
export function AcceptInvitation({ token, service }: { token: string; service?: string | undefined }) {
  const t = useTranslations("invite.accept");
  const trpc = useTRPC();
  const passwordProblem = usePasswordProblem();
  const { data, error } = useQuery({
    ...trpc.invite.read.queryOptions({ token }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [firstName, setFirstName] = useState("");
  const [lastName, setLastName] = useState("");
  const [password, setPassword] = useState("");
  const accept = useMutation(
    trpc.invite.accept.mutationOptions({
      async onSuccess({ email: username }) {
        await signIn("credentials", { username, password, redirect: false });
        window.location.replace(routeTo("home"));
      },
    }),
  );

  function enter() {
    accept.mutate({ token, firstName, lastName, password });
  }

  return (
    <Branded brand={data?.brand} fallback={<Logo />}>
      <h1 className="mt-8 font-semibold text-2xl tracking-tight">
        {data ? t("welcome", { organization: data.organization }) : t("invitation")}
      </h1>
      <div className="mt-6">
        {error && <Refused error={error} />}
        {!data && !error && <Loading what={t("loading")} />}
        {data && (
          <Form onSubmit={enter} className="grid gap-4 rounded-2xl border border-line bg-surface p-6 shadow-sm">
            <p className="text-sm">
              {t.rich("become", {
                role: data.role,
                email: data.email,
                b: (parts) => <strong className="break-all font-medium">{parts}</strong>,
              })}
            </p>
            {data.signedInAs !== null && (
              <p className="text-sm text-waiting">
                {t.rich("replaces", {
                  ...{ other: data.signedInAs, email: data.email },
                  b: (parts) => <bdi className="break-all font-medium">{parts}</bdi>,
                })}
              </p>
            )}
            <ThroughService token={token} service={service} />
            <input type="hidden" name="username" autoComplete="username" value={data.email} readOnly />
            <TextField
              label={t("firstName")}
              autoComplete="given-name"
              required
              value={firstName}
              onChange={setFirstName}
            />
            <TextField
              label={t("lastName")}
              autoComplete="family-name"
              required
              value={lastName}
              onChange={setLastName}
            />
            <TextField
              label={t("password")}
              type="password"
              autoComplete="new-password"
              required
              value={password}
              onChange={setPassword}
              problem={passwordProblem(accept.error)}
            />
            {accept.error && !passwordProblem(accept.error) && <Refused error={accept.error} />}
            <Button type="submit" kind="primary" isBusy={accept.isPending}>
              {t("begin")}
            </Button>
          </Form>
        )}
      </div>
    </Branded>
  );
}

/** Messages take the values of all refusals. */
const NO_VALUES = { email: "", organization: "" };

/** Why the invitation cannot be used; people whose address has an account by now can sign in. */
function Refused({ error }: { error: ScreenError }) {
  const t = useTranslations("invite.accept");
  const hasAccount = error.data?.reason === "hasAccount";
  const isRefused = hasAccount || error.data?.reason === "invitationRefused";
  const [why] = isRefused ? ((error.data?.sentences ?? []) as InvitationProblem[]) : [];
  return (
    <>
      <Failed
        error={why ? { message: t(`refused.${why.key}`, { ...NO_VALUES, ...why.values }), data: error.data } : error}
      />
      {hasAccount && (
        <p className="mt-4 text-sm">
          <Link href={routeTo("signIn")} className="text-accent underline underline-offset-2">
            {t("signIn")}
          </Link>
        </p>
      )}
    </>
  );
}

function ThroughService({ token, service }: { token: string; service: string | undefined }) {
  const t = useTranslations("invite.accept");
  if (!service) return null;
  return (
    <>
      <Button onClick={() => void signIn("oidc", { callbackUrl: routeTo("invitation", { token }) })}>
        {t("through", { service })}
      </Button>
      <SignInOutcome />
      <p className="text-muted text-sm">
        {t("noPassword")} {t("orPassword")}
      </p>
    </>
  );
}

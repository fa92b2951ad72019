"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { signIn } from "next-auth/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { Button } from "../ui/button.tsx";
import { usePasswordProblem } from "../ui/field-problem.ts";
import { Form } from "../ui/form.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";

/** The first user of an installation names the organization, chooses a password, and is then signed in. */
export function SetupForm({ token }: { token: string }) {
  const t = useTranslations("setup");
  const trpc = useTRPC();
  const { data, error } = useQuery({
    ...trpc.setup.read.queryOptions({ token }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (data) return <Fields token={token} suggestion={data} />;
  return error ? <Failed error={error} /> : <Loading what={t("loading")} />;
}

type FieldsProps = { token: string; suggestion: RouterOutputs["setup"]["read"] };

function Fields({ token, suggestion }: FieldsProps) {
  const t = useTranslations("setup");
  const trpc = useTRPC();
  const passwordProblem = usePasswordProblem();
  const [person, setPerson] = useState({ ...suggestion, password: "" });
  const set = (field: keyof typeof person) => (value: string) => setPerson((before) => ({ ...before, [field]: value }));
  const complete = useMutation(
    trpc.setup.complete.mutationOptions({
      async onSuccess({ email: username }) {
        await signIn("credentials", { username, password: person.password, redirect: false });
        window.location.replace(routeTo("home"));
      },
    }),
  );

  function submit() {
    complete.mutate({ token, ...person });
  }

  const field = (name: keyof typeof person, more: { type?: string; autoComplete: string; problem?: string }) => (
    <TextField label={t(name)} required value={person[name]} onChange={set(name)} {...more} />
  );
  return (
    <Form onSubmit={submit} className="grid gap-4 rounded-2xl border border-line bg-surface p-6 shadow-sm">
      {field("organization", { autoComplete: "organization" })}
      <div className="grid gap-4 sm:grid-cols-2">
        {field("firstName", { autoComplete: "given-name" })}
        {field("lastName", { autoComplete: "family-name" })}
      </div>
      {field("email", { type: "email", autoComplete: "username" })}
      {field("password", { type: "password", autoComplete: "new-password", problem: passwordProblem(complete.error) })}
      {complete.error && !passwordProblem(complete.error) && <Failed error={complete.error} />}
      <Button type="submit" kind="primary" isBusy={complete.isPending || complete.isSuccess}>
        {t("verb")}
      </Button>
    </Form>
  );
}

"use client";

import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { AuthenticationChoice } from "../connections/authentication-choice.tsx";
import { ConfigurationField } from "../connections/configuration-field.tsx";
import { missingIn } from "../connections/entries.ts";
import { useEntryTexts } from "../entries/use-entry-texts.ts";
import { Button } from "../ui/button.tsx";
import { focusAfter } from "../ui/focus-after.ts";
import { Form } from "../ui/form.tsx";
import type { AnyError } from "../ui/states.tsx";
import { AttemptRefused, ConsentRefused, isEnded } from "./refusal.tsx";
import { useHostedConsent } from "./use-hosted-consent.ts";

type Props = {
  token: string;
  page: RouterOutputs["connect"]["read"];
  onConnected: (elementInstanceId: number) => void;
  /** The link cannot be used any more. */
  onEnded: (error: AnyError) => void;
  /** The reason may be that the link cannot be used any more. */
  onConsentRefused: () => void;
};

/** The fields that only the customer can fill in, or the way to the provider's own page. */
export function HostedForm({ token, page, onConnected, onEnded, onConsentRefused }: Props) {
  const t = useTranslations("hosted-connect");
  const texts = useEntryTexts();
  const trpc = useTRPC();
  const { element, organization, types } = page;
  const [type, setType] = useState(page.chosen);
  const { value: typeValue, entries, throughProvider } = types.find(({ value }) => value === type) ?? types[0] ?? NONE;
  const [values, setValues] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  const consent = useHostedConsent(token, onConnected, onConsentRefused);
  const submit = useMutation(
    trpc.connect.submit.mutationOptions({
      onSuccess: (result) => onConnected(result.elementInstanceId),
      onError: (error) => isEnded(error) && onEnded(error),
    }),
  );

  function connect() {
    const missing = missingIn(entries, values);
    focusAfter(
      () =>
        setProblems(
          Object.fromEntries(missing.map(({ key, name }) => [key, t("needed", { name: texts.text(key, name) })])),
        ),
      () => form.current?.querySelector<HTMLElement>("[aria-invalid=true]"),
    );
    if (missing.length > 0) return;
    const isOffered = (key: string) => entries.some((entry) => entry.key === key);
    const filledIn = Object.entries(values).filter(([key, value]) => value !== "" && isOffered(key));
    const configuration = {
      ...(types.length > 1 && { "authentication.type": typeValue }),
      ...Object.fromEntries(filledIn),
    };
    if (throughProvider) consent.start(configuration);
    else submit.mutate({ token, configuration });
  }

  return (
    <Form
      ref={form}
      noValidate
      onSubmit={connect}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-2xl border border-line bg-surface p-6 shadow-sm"
    >
      {types.length > 1 && (
        <AuthenticationChoice
          legend={t("signIn")}
          types={types}
          chosen={typeValue}
          onChoose={(value) => {
            setType(value);
            setProblems({});
          }}
        />
      )}
      {entries.map((entry) => (
        <ConfigurationField
          key={entry.key}
          entry={entry}
          value={values[entry.key] ?? ""}
          onChange={(value) => setValues({ ...values, [entry.key]: value })}
          problem={problems[entry.key]}
        />
      ))}
      {throughProvider && <p className="text-muted text-sm">{t("ownPage", { element, organization })}</p>}
      {submit.error && <AttemptRefused error={submit.error} element={element} />}
      {consent.isWaiting && (
        <p role="status" className="break-words text-sm">
          {t("waiting", { element })}
        </p>
      )}
      {consent.isBlocked && (
        <p role="alert" className="break-words text-sm">
          {t("blocked")}
        </p>
      )}
      {consent.refusal && <ConsentRefused refusal={consent.refusal} page={page} hasFields={entries.length > 0} />}
      <Button type="submit" kind="primary" isBusy={submit.isPending}>
        {throughProvider && <ExternalLink aria-hidden="true" className="size-4" />}
        {throughProvider ? t("continueAt", { element }) : t("connect")}
      </Button>
    </Form>
  );
}

const NONE = { value: "", entries: [], throughProvider: false };

"use client";

import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { type RouterOutputs, type ScreenError, useTRPC } from "../api/trpc.ts";
import { useEntryTexts } from "../entries/use-entry-texts.ts";
import { Button } from "../ui/button.tsx";
import { focusAfter } from "../ui/focus-after.ts";
import { Card } from "../ui/page.tsx";
import { PageForm } from "../ui/page-form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { AuthenticationChoice } from "./authentication-choice.tsx";
import { ConfigurationField } from "./configuration-field.tsx";
import { ConsentState } from "./consent-state.tsx";
import { changedIn, defaultsOf, entriesWith, groupsOf, missingIn } from "./entries.ts";
import { useConsent } from "./use-consent.ts";

type Props = {
  elementKey: string;
  elementName: string;
  form: RouterOutputs["connection"]["form"];
  /** The connection to reconnect; if omitted, a new one is created. */
  present?: { id: number; name: string; configuration: Record<string, string> } | undefined;
  onConnected: (id: number, name: string) => void | Promise<void>;
  onRenamed?: (name: string) => void | Promise<void>;
};

const AUTHENTICATION_TYPE = "authentication.type";

/** The fields of an element and a button that connects: directly, or through the provider's consent page. */
export function ConnectForm({ elementKey, elementName, form, present, onConnected, onRenamed }: Props) {
  const t = useTranslations("connections.form");
  const texts = useEntryTexts();
  const trpc = useTRPC();
  const [name, setName] = useState(present?.name ?? t("mine", { element: elementName.replace(/ \(demo\)$/, "") }));
  const [type, setType] = useState(present?.configuration[AUTHENTICATION_TYPE] ?? form.chosen);
  const [requested, setRequested] = useState<readonly string[]>([]);
  const chosenType = form.types.find(({ value }) => value === type) ?? form.types[0] ?? EMPTY;
  const typeValue = chosenType.value;
  const entries = entriesWith(requested, chosenType, form.types);
  const [given, setGiven] = useState<Record<string, string>>(present?.configuration ?? {});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const fields = useRef<HTMLFormElement>(null);
  const entered = JSON.stringify([name, type, given]);
  const [saved, setSaved] = useState(entered);
  const values = { ...defaultsOf(entries), ...given };
  function connected(id: number) {
    setSaved(entered);
    return onConnected(id, name);
  }
  /** Opens, empties and marks the fields that have to be entered again for another host. */
  function refused({ data }: ScreenError) {
    const keys = data?.entries ?? [];
    if (keys.length === 0) return;
    const named = new Map(form.types.flatMap((one) => one.entries).map((entry) => [entry.key, entry.name]));
    focusAfter(
      () => {
        setRequested(keys);
        setGiven((current) => ({ ...current, ...Object.fromEntries(keys.map((key) => [key, ""])) }));
        setProblems(
          Object.fromEntries(
            keys.map((key) => [key, t("forNewHost", { name: texts.text(key, named.get(key) ?? key) })]),
          ),
        );
      },
      () => fields.current?.querySelector<HTMLElement>("[aria-invalid=true]"),
    );
  }
  const consent = useConsent((id) => void connected(id), refused);
  const create = useMutation(
    trpc.connection.create.mutationOptions({ onSuccess: ({ id }) => connected(id), onError: refused }),
  );
  const change = useMutation(
    trpc.connection.change.mutationOptions({ onSuccess: ({ id }) => connected(id), onError: refused }),
  );
  const rename = useMutation(
    trpc.connection.change.mutationOptions({
      onSuccess({ name }) {
        setSaved(entered);
        return onRenamed?.(name);
      },
    }),
  );
  const error = rename.error ?? consent.error ?? create.error ?? change.error;
  const isBusy = consent.isBusy || create.isPending || change.isPending;
  const throughProvider = form.types.some((one) => one.value === typeValue && one.throughProvider);
  // The name is stored only here: changing it needs no request to the provider.
  const isOnlyRenamed =
    present !== undefined &&
    name.trim() !== present.name &&
    Object.entries(given).every(([key, value]) => value === (present.configuration[key] ?? ""));

  function saveName() {
    setProblems(name.trim() ? {} : { "": t("nameNeeded") });
    if (present && name.trim()) rename.mutate({ elementInstanceId: present.id, name: name.trim() });
  }

  function connect() {
    const unnamed = name.trim() ? [] : [["", t("nameNeeded")]];
    // The server knows whether the stored value of a requested field is enough again.
    const left = entries.filter(({ key }) => !requested.includes(key) || values[key]);
    const missing = missingIn(left, values).map((entry) => [
      entry.key,
      t("needed", { name: texts.text(entry.key, entry.name) }),
    ]);
    focusAfter(
      () => setProblems(Object.fromEntries([...unnamed, ...missing])),
      () => fields.current?.querySelector<HTMLElement>("[aria-invalid=true]"),
    );
    if (unnamed.length + missing.length > 0) return;
    const chosen: Record<string, string> = form.types.length > 1 ? { [AUTHENTICATION_TYPE]: typeValue } : {};
    const instance = { name: name.trim(), configuration: { ...chosen, ...changedIn(left, values) } };
    if (throughProvider) consent.start(elementKey, present ? { ...instance, id: present.id } : instance);
    else if (present) change.mutate({ elementInstanceId: present.id, ...instance });
    else create.mutate({ elementKey, ...instance });
  }

  return (
    <PageForm
      ref={fields}
      isUnsaved={entered !== saved && !isBusy && !rename.isPending}
      noValidate
      onSubmit={() => {
        if (isOnlyRenamed) saveName();
        else connect();
      }}
      className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6"
    >
      {form.demo && !present && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-line border-dashed px-6 py-4">
          <p className="text-muted text-sm">{t("demoDescription", { element: elementName })}</p>
          <Button onClick={() => setGiven({ ...given, ...form.demo })}>{t("demo")}</Button>
        </div>
      )}
      <Card className="grid gap-5 p-6">
        <TextField
          label={t("name")}
          help={t("nameHelp")}
          required
          value={name}
          onChange={setName}
          problem={problems[""]}
        />
        {form.types.length > 1 && (
          <AuthenticationChoice legend={t("signIn")} types={form.types} chosen={typeValue} onChoose={setType} />
        )}
        {groupsOf(entries).map((group) => {
          const shown = group.entries.map((entry) => (
            <ConfigurationField
              key={entry.key}
              entry={entry}
              value={values[entry.key] ?? ""}
              onChange={(value) => setGiven({ ...given, [entry.key]: value })}
              problem={problems[entry.key]}
            />
          ));
          const hasProblem = group.entries.some(({ key }) => problems[key]);
          if (group.isAdvanced)
            return (
              <details key="advanced" open={hasProblem || undefined} className="border-line border-t pt-4">
                <summary className="font-medium text-sm">
                  {t("more")} <span className="font-normal text-muted">{t("moreDescription")}</span>
                </summary>
                <div className="mt-4 grid gap-5">{shown}</div>
              </details>
            );
          if (!group.name)
            return (
              <div key="" className="grid gap-5">
                {shown}
              </div>
            );
          return (
            <fieldset key={group.name} className="grid gap-5">
              <legend className="mb-3 font-semibold">{group.name}</legend>
              {shown}
            </fieldset>
          );
        })}
      </Card>
      {error && !error.data?.entries && <Failed error={error} />}
      <ConsentState consent={consent} elementName={elementName} />
      <div className="flex flex-wrap items-center gap-3">
        {isOnlyRenamed && (
          <Button type="submit" kind="primary" isBusy={rename.isPending}>
            {t("rename")}
          </Button>
        )}
        <Button
          type={isOnlyRenamed ? "button" : "submit"}
          kind={isOnlyRenamed ? "plain" : "primary"}
          isBusy={isBusy}
          onClick={isOnlyRenamed ? connect : undefined}
        >
          {throughProvider && <ExternalLink aria-hidden="true" className="size-4" />}
          {throughProvider ? t("continueAt", { element: elementName }) : t(present ? "again" : "verb")}
        </Button>
        {throughProvider && <p className="text-muted text-sm">{t("ownPage")}</p>}
      </div>
    </PageForm>
  );
}

const EMPTY = { value: "", description: "", entries: [] };

"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { isGrantedByPerson } from "#server/element/auth/granted-by-person.ts";
import { AUTH_TYPES, type AuthenticationType, TYPE_KEY } from "#server/element/auth/registry.ts";
import { entriesFor } from "#server/element/definition/fill-configuration.ts";
import { oauthOnAuthorizeUrl } from "#server/element/resource-types/oauth.ts";
import type { ConfigurationEntry, Element } from "#server/element/shape.ts";
import { ConfigurationField } from "../../connections/configuration-field.tsx";
import { MayChange } from "../../shell/may-change.tsx";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { FieldLabel, INPUT_LOOK, TextField } from "../../ui/text-field.tsx";
import { useParsedElement } from "../model/use-parsed-element.ts";
import { wholeElement } from "../model/whole-element.ts";
import { useKinds } from "../use-kinds.ts";
import type { useTrial } from "./use-trial.ts";

type Props = {
  types: readonly AuthenticationType[];
  trial: ReturnType<typeof useTrial>;
  /** Whether the account is stored as a test account: always, or if its author wants that. */
  keeps: "always" | "optionally";
  /** Whether there is a saved draft that a test account can belong to. */
  mayKeep: boolean;
};

/** The fields of the connect form of the draft, to connect an account by the draft. */
export function ConnectForm({ types, trial, keeps, mayKeep }: Props) {
  const t = useTranslations("builder.authentication.trial");
  const kinds = useKinds();
  const id = useId();
  const element = useParsedElement();
  const [wanted, setWanted] = useState<string>();
  const [values, setValues] = useState<Record<string, string>>({});
  const [wantsToKeep, setWantsToKeep] = useState(keeps === "always");
  const [name, setName] = useState(t("defaultName"));
  const type = types.find((one) => one === wanted) ?? types[0];
  if (!type) return null;
  const entries = shownEntriesOf(element, type);
  const isKept = wantsToKeep && mayKeep;
  const isNameless = isKept && name.trim() === "";

  function start() {
    if (!type || isNameless) return;
    const given = entries.flatMap(({ key }) => (values[key] ? [[key, values[key]]] : []));
    const choice = types.length > 1 ? { [TYPE_KEY]: type } : {};
    const configuration = { ...defaultsIn(element), ...Object.fromEntries(given) };
    const isReplaced = element?.resources.some((resource) => resource.type === oauthOnAuthorizeUrl.type) === true;
    const mayConsent = isReplaced || isGrantedByPerson(AUTH_TYPES[type], configuration);
    const keepAs = isKept ? name.trim() : undefined;
    trial.start({ configuration: { ...Object.fromEntries(given), ...choice }, keepAs }, { mayConsent });
  }

  return (
    <Form
      className="grid min-w-0 gap-4"
      onSubmit={() => {
        if (!trial.isBusy) start();
      }}
    >
      {types.length > 1 && (
        <div className="grid gap-1.5">
          <FieldLabel id={`${id}-type`} label={t("type")} />
          <select
            id={`${id}-type`}
            value={type}
            onChange={({ target }) => setWanted(target.value)}
            className={INPUT_LOOK}
          >
            {types.map((one) => (
              <option key={one} value={one}>
                {kinds.label("authentication", one)}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className={keeps === "always" ? "grid gap-4" : "grid gap-4 lg:grid-cols-2"}>
        {entries.map((entry) => (
          <ConfigurationField
            key={entry.key}
            entry={{ ...entry, id: 0, isOwn: true }}
            value={values[entry.key] ?? entry.defaultValue ?? ""}
            onChange={(value) => setValues((before) => ({ ...before, [entry.key]: value }))}
          />
        ))}
      </div>
      {keeps === "optionally" && (
        <label className="flex items-start gap-3 text-sm">
          <input
            type="checkbox"
            checked={isKept}
            disabled={!mayKeep}
            onChange={({ target }) => setWantsToKeep(target.checked)}
            className="mt-0.5 size-5 accent-accent"
          />
          {t("keep")}
        </label>
      )}
      {isKept && (
        <TextField
          label={t("name")}
          help={t("nameHelp")}
          value={name}
          onChange={setName}
          problem={isNameless ? t("nameEmpty") : undefined}
          maxLength={200}
          autoComplete="off"
        />
      )}
      <MayChange isExplained>
        <Button
          type="submit"
          kind="primary"
          isBusy={trial.isBusy}
          disabled={keeps === "always" && !mayKeep}
          className="w-fit"
        >
          {t(keeps === "always" ? "connect" : "verb")}
        </Button>
      </MayChange>
      {!mayKeep && keeps === "always" && <p className="text-muted text-sm">{t("unsaved")}</p>}
    </Form>
  );
}

const defaultsIn = (element: Element | undefined) =>
  Object.fromEntries(element?.configuration.map(({ key, defaultValue = "" }) => [key, defaultValue]) ?? []);

/** The entries that the connect form would show, without events. */
function shownEntriesOf(element: Element | undefined, type: AuthenticationType): ConfigurationEntry[] {
  if (!element) return [];
  return entriesFor(wholeElement(element), { [TYPE_KEY]: type }).filter(
    ({ key, active, hideFromConsole, internal }) =>
      active && !hideFromConsole && !internal && key !== TYPE_KEY && !NOT_SHOWN.test(key),
  );
}

const NOT_SHOWN = /^(event\.|filter\.response\.nulls$|oauth\.callback\.url$)/;

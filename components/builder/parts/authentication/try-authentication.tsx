"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { AUTH_TYPES, type AuthenticationType, TYPE_KEY } from "#server/element/auth/registry.ts";
import { automaticConfiguration } from "#server/element/definition/automatic-configuration.ts";
import { entriesFor } from "#server/element/definition/fill-configuration.ts";
import type { ConfigurationEntry, Element } from "#server/element/shape.ts";
import { ConfigurationField } from "../../../fields/configuration-field.tsx";
import { MayChange } from "../../../shell/may-change.tsx";
import type { Answer } from "../../../shell/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Failed } from "../../../ui/states.tsx";
import { FieldLabel, INPUT_LOOK } from "../../../ui/text-field.tsx";
import { useParsedElement } from "../../model/use-parsed-element.ts";
import { useKinds } from "../../use-kinds.ts";
import { type TrialRefusal, useTrial } from "./use-trial.ts";

/** Connects an account by the draft as it is, and shows each exchange with the provider. Nothing is kept. */
export function TryAuthentication({ types }: { types: readonly AuthenticationType[] }) {
  const t = useTranslations("builder.authentication.trial");
  const kinds = useKinds();
  const id = useId();
  const element = useParsedElement();
  const trial = useTrial();
  const [wanted, setWanted] = useState<string>();
  const [values, setValues] = useState<Record<string, string>>({});
  const type = types.find((one) => one === wanted) ?? types[0];
  if (!type) return null;
  const entries = askedEntries(element, type);

  function start() {
    if (!type) return;
    const given = entries.flatMap(({ key }) => (values[key] ? [[key, values[key]]] : []));
    const choice = types.length > 1 ? { [TYPE_KEY]: type } : {};
    const mayConsent = AUTH_TYPES[type].authorizationUrl !== undefined;
    trial.start({ ...Object.fromEntries(given), ...choice }, { mayConsent });
  }

  return (
    <section aria-labelledby={`${id}-title`} className="grid min-w-0 gap-4 rounded-xl border border-line p-4">
      <div>
        <h3 id={`${id}-title`} className="font-semibold">
          {t("title")}
        </h3>
        <p className="text-muted text-sm">{t("description")}</p>
      </div>
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
      <div className="grid gap-4 lg:grid-cols-2">
        {entries.map((entry) => (
          <ConfigurationField
            key={entry.key}
            entry={{ ...entry, id: 0, isOwn: true }}
            value={values[entry.key] ?? entry.defaultValue ?? ""}
            onChange={(value) => setValues((before) => ({ ...before, [entry.key]: value }))}
          />
        ))}
      </div>
      <MayChange isSaid>
        <Button kind="primary" isBusy={trial.isBusy} onClick={start} className="w-fit">
          {t("verb")}
        </Button>
      </MayChange>
      {trial.isWaiting && (
        <p role="status" className="text-sm">
          {t("waiting")}
        </p>
      )}
      {trial.refusal && <Refusal refusal={trial.refusal} />}
      {trial.error && <Failed error={trial.error} />}
      {trial.result && <Result result={trial.result} />}
    </section>
  );
}

/** What the connect form would ask for, without events. */
function askedEntries(element: Element | undefined, type: AuthenticationType): ConfigurationEntry[] {
  if (!element) return [];
  const given = new Set(element.configuration.map(({ key }) => key));
  const automatic = automaticConfiguration(element).filter(({ key }) => !given.has(key));
  const whole = { ...element, configuration: [...element.configuration, ...automatic] };
  return entriesFor(whole, { [TYPE_KEY]: type }).filter(
    ({ key, active, hideFromConsole, internal }) =>
      active && !hideFromConsole && !internal && key !== TYPE_KEY && !NOT_ASKED.test(key),
  );
}

const NOT_ASKED = /^(event\.|filter\.response\.nulls$|oauth\.callback\.url$)/;

function Refusal({ refusal: { outcome, message } }: { refusal: TrialRefusal }) {
  const t = useTranslations("builder.authentication.trial.refusals");
  return (
    <div role="alert" className="grid gap-1 text-failure text-sm">
      <p>
        <span aria-hidden="true">✖ </span>
        {t(outcome)}
      </p>
      {message && <p className="break-words">{message}</p>}
    </div>
  );
}

type Result = Answer["builder"]["authenticate"];

function Result({ result: { isConnected, message, providerMessage, brought, exchanges } }: { result: Result }) {
  const t = useTranslations("builder.authentication.trial");
  return (
    <div className="grid min-w-0 gap-3">
      <div role="status" className={`grid gap-1 text-sm ${isConnected ? "text-success" : "text-failure"}`}>
        <p className="font-medium">
          <span aria-hidden="true">{isConnected ? "✔ " : "✖ "}</span>
          {t(isConnected ? "connected" : "notConnected")}
        </p>
        {message && <p className="break-words">{message}</p>}
        {providerMessage && <p className="break-words font-mono text-xs">{providerMessage}</p>}
      </div>
      {Object.keys(brought).length > 0 && (
        <dl aria-label={t("brought")} className="grid gap-1 text-sm">
          {Object.entries(brought).map(([key, value]) => (
            <div key={key} className="flex min-w-0 flex-wrap gap-x-3">
              <dt className="font-mono text-muted text-xs">{key}</dt>
              <dd className="min-w-0 break-all font-mono text-xs">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ol aria-label={t("exchanges")} className="grid min-w-0 gap-2">
        {exchanges.map((exchange) => (
          <li key={exchange.name}>
            <Exchange exchange={exchange} />
          </li>
        ))}
      </ol>
      {exchanges.length === 0 && <p className="text-muted text-sm">{t("noExchanges")}</p>}
    </div>
  );
}

function Exchange({ exchange: { name, request, response } }: { exchange: Result["exchanges"][number] }) {
  const t = useTranslations("builder.authentication.trial");
  const { code, error } = response;
  return (
    <details className="min-w-0 rounded-lg border border-line">
      <summary className="flex min-h-10 cursor-pointer flex-wrap items-center gap-3 rounded-lg px-3 py-2 text-sm hover:bg-code">
        <code className="min-w-0 break-all font-mono">{name}</code>
        <span className="text-muted">{String(code ?? error ?? "")}</span>
      </summary>
      <div className="grid min-w-0 gap-3 border-line border-t p-3 lg:grid-cols-2">
        <Message title={t("request")} message={request} />
        <Message title={t("response")} message={response} />
      </div>
    </details>
  );
}

function Message({ title, message }: { title: string; message: Readonly<Record<string, unknown>> }) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <p className="font-medium text-sm">{title}</p>
      <pre className="min-w-0 whitespace-pre-wrap break-all rounded-lg bg-code p-3 font-mono text-xs">
        {linesOf(message)}
      </pre>
    </div>
  );
}

function linesOf({ body, headers, ...facts }: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(facts).map(([name, value]) => `${name}: ${String(value)}`);
  const named = Object.entries((headers ?? {}) as Record<string, unknown>).map(([name, value]) => `${name}: ${value}`);
  return [...fields, ...named, ...(body === undefined ? [] : ["", String(body)])].join("\n");
}

"use client";

import { useTranslations } from "next-intl";
import { typesAt } from "#server/element/resource-types/registry.ts";
import type { RouterOutputs } from "../../api/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/states.tsx";
import { useBuilder, useElement } from "../model/builder.ts";
import { blankOperation } from "../model/operations.ts";
import { insertAt, listAt } from "../model/paths.ts";
import { useOpenOperation } from "../model/use-operations.ts";
import type { TrialRefusal, useTrial } from "./use-trial.ts";

/** The result of a trial of the authentication: the exchanges with the provider, or why there are none. */
export function TrialOutcome({ trial: { isWaiting, refusal, error, result } }: { trial: ReturnType<typeof useTrial> }) {
  const t = useTranslations("builder.authentication.trial");
  return (
    <>
      {isWaiting && (
        <p role="status" className="text-sm">
          {t("waiting")}
        </p>
      )}
      {refusal && <Refusal refusal={refusal} />}
      {error && <Failed error={error} />}
      {result && <Result result={result} />}
    </>
  );
}

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

type Result = RouterOutputs["builder"]["authenticate"];

function Result({ result }: { result: Result }) {
  const { isConnected, message, providerMessage, brought, exchanges, testAccount } = result;
  const t = useTranslations("builder.authentication.trial");
  const state = !isConnected ? "notConnected" : exchanges.length === 0 ? "unchecked" : "connected";
  const kept = { unchecked: "uncheckedKept", connected: "kept", notConnected: "kept" } as const;
  return (
    <div className="grid min-w-0 gap-3">
      <div role="status" className={`grid gap-1 text-sm ${LOOKS[state].className}`}>
        <p className="font-medium">
          <span aria-hidden="true">{LOOKS[state].sign} </span>
          {testAccount ? t(kept[state], { name: testAccount.name }) : t(state)}
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
      {state === "unchecked" && <AddCheck />}
      {exchanges.length === 0 && <p className="text-muted text-sm">{t("noExchanges")}</p>}
    </div>
  );
}

const LOOKS = {
  connected: { sign: "✔", className: "text-success" },
  unchecked: { sign: "⚠", className: "text-waiting" },
  notConnected: { sign: "✖", className: "text-failure" },
};

/** Adds the operation that checks credentials, and leads to its path. */
function AddCheck() {
  const t = useTranslations("builder.authentication.trial");
  const mayChange = useBuilder((builder) => builder.mayChange);
  const edit = useBuilder((builder) => builder.edit);
  const at = listAt(useElement(), RESOURCES).length;
  const openOperation = useOpenOperation();
  if (!mayChange) return null;

  function add() {
    const [type] = typesAt("proveAccess");
    edit((draft) => insertAt(draft, RESOURCES, { ...blankOperation, type }), { announce: t("checkAdded") });
    openOperation(at);
  }

  return (
    <Button className="justify-self-start" onClick={add}>
      {t("addCheck")}
    </Button>
  );
}

const RESOURCES = ["resources"] as const;

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

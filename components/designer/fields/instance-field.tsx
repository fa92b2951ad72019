"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { soleVariable } from "#server/formula/path.ts";
import { useTRPC } from "../../api/trpc.ts";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useDesign, useDraft } from "../model/design.ts";
import { freeKey, type PartRef } from "../model/draft.ts";
import { useTestAccount, variableFor } from "../model/test-account.ts";
import { useLostReference } from "../model/use-known-ids.ts";

const NEW = "new variable";
const ACCOUNT = "account ";

type Props = {
  at: PartRef;
  property: string;
  label: string;
  help: string;
  value: string;
  onChange: (value: string) => void;
};

/**
 * The connection of a part. Choosing one creates a variable, named after the hub of its element, that each instance of
 * the formula sets; tests use the chosen connection. Any other value is shown unchanged.
 */
export function InstanceField({ at, property, label, help, value, onChange }: Props) {
  const t = useTranslations("designer.field");
  const id = useId();
  const trpc = useTRPC();
  const { configuration } = useDraft();
  const change = useDesign((design) => design.change);
  const testAccounts = useDesign((design) => design.testAccounts);
  const chooseAccount = useDesign((design) => design.chooseAccount);
  const connections = useQuery(trpc.connection.names.queryOptions()).data ?? [];
  const account = useTestAccount(value);
  const lost = useLostReference(at, property);
  const variables = configuration.filter(({ type }) => type === "elementInstance");
  const variable = variables.find(({ key }) => key === soleVariable(value));
  const isKnown = variable !== undefined;

  function addVariable(wanted: string): string {
    const key = freeKey(new Set(configuration.map((variable) => variable.key)), wanted);
    change({ do: "addVariable", variable: { key, name: key, type: "elementInstance", required: true } });
    return key;
  }

  function choose(chosen: string) {
    if (chosen === NEW) return onChange(`\${config.${addVariable("connection")}}`);
    const connection = connections.find((one) => `${ACCOUNT}${one.id}` === chosen);
    if (!connection) return onChange(chosen);
    const key =
      variableFor(configuration, testAccounts, connection.id)?.key ?? addVariable(connection.hub || "connection");
    chooseAccount(key, String(connection.id));
    onChange(`\${config.${key}}`);
  }

  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <select
        id={id}
        value={variable ? `\${config.${variable.key}}` : value}
        onChange={(event) => choose(event.target.value)}
        className={INPUT_LOOK}
      >
        {!isKnown && <option value={value}>{value || t("chooseConnection")}</option>}
        <optgroup label={t("connections")}>
          {connections
            .filter(({ disabled }) => !disabled)
            .map(({ id, name, elementName }) => (
              <option key={id} value={`${ACCOUNT}${id}`}>
                {t("connectionOf", { name, element: elementName })}
              </option>
            ))}
        </optgroup>
        <optgroup label={t("variables")}>
          {variables.map(({ key, name }) => (
            <option key={key} value={`\${config.${key}}`}>
              {name ?? key}
            </option>
          ))}
          <option value={NEW}>{t("newConnection")}</option>
        </optgroup>
      </select>
      {lost && <p className="break-words text-waiting text-xs">{lost}</p>}
      {account && isKnown && (
        <p className="break-words text-muted text-xs">
          {t("testsUse", { name: account.name, element: account.elementName })}
        </p>
      )}
      {help && <p className="text-muted text-xs">{help}</p>}
    </div>
  );
}

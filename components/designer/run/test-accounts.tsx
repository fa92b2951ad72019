"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useDesign, useDraft } from "../model/design.ts";
import type { DraftVariable } from "../model/draft.ts";
import { useTestAccounts } from "../model/test-account.ts";

/** The values of variables in tests: those of an instance of the formula, or those that are entered here. */
export type TestValues = {
  /** Whether it is unknown yet if there is an instance. */
  isLoading: boolean;
  instance: { id: number; name: string } | null;
  usesInstance: boolean;
  chooseInstance: (isUsed: boolean) => void;
  values: Record<string, string>;
  set: (variable: DraftVariable, value: string) => void;
  /** The keys of required variables without a value. */
  missing: string[];
};

/** Connections are remembered; other values last as long as the dock is open, as they may be secrets. */
export function useTestValues(): TestValues {
  const trpc = useTRPC();
  const formulaId = useDesign((design) => design.formulaId);
  const { configuration } = useDraft();
  const { data: instance = null, isLoading } = useQuery({
    ...trpc.formulaInstance.newestActive.queryOptions({ formulaId: formulaId ?? 0 }),
    enabled: formulaId !== null,
  });
  const [isOwn, setIsOwn] = useState(false);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const accountOf = useTestAccounts();
  const chooseAccount = useDesign((design) => design.chooseAccount);
  const values: Record<string, string> = {};
  for (const variable of configuration) {
    const { key } = variable;
    const account = isAccount(variable) ? accountOf(referenceTo(key)) : undefined;
    const value = account ? String(account.id) : typed[key];
    if (value) values[key] = value;
  }
  const usesInstance = instance !== null && !isOwn;
  return {
    isLoading,
    instance,
    usesInstance,
    chooseInstance: (isUsed) => setIsOwn(!isUsed),
    values,
    set(variable, value) {
      if (isAccount(variable)) chooseAccount(variable.key, value);
      else setTyped((before) => ({ ...before, [variable.key]: value }));
    },
    missing: usesInstance
      ? []
      : configuration.filter(({ key, required }) => required !== false && !values[key]).map(({ key }) => key),
  };
}

const isAccount = ({ type }: DraftVariable) => type === "elementInstance";
const referenceTo = (key: string) => `\${config.${key}}`;

/** The accounts and other values of a test. */
export function TestAccounts({ test, isChecked }: { test: TestValues; isChecked: boolean }) {
  const t = useTranslations("designer.testValues");
  const id = useId();
  const trpc = useTRPC();
  const { configuration } = useDraft();
  const connections = useQuery(trpc.connection.names.queryOptions()).data ?? [];
  const { instance, usesInstance, chooseInstance, values, set, missing } = test;
  if (configuration.length === 0) return null;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-medium text-sm">{t("title")}</legend>
      {instance && (
        <select
          aria-label={t("from")}
          value={usesInstance ? "instance" : "own"}
          onChange={({ target }) => chooseInstance(target.value === "instance")}
          className={INPUT_LOOK}
        >
          <option value="instance">{t("instance", { name: instance.name })}</option>
          <option value="own">{t("own")}</option>
        </select>
      )}
      {!usesInstance &&
        configuration.map((variable) => {
          const { key, name, required, secret } = variable;
          const problem = isChecked && missing.includes(key);
          const field = {
            id: `${id}-${key}`,
            value: values[key] ?? "",
            "aria-invalid": problem || undefined,
            "aria-describedby": problem ? `${id}-${key}-problem` : undefined,
            className: INPUT_LOOK,
          };
          return (
            <div key={key} className="grid gap-1">
              <label htmlFor={field.id} className="break-words text-sm">
                {name ?? key}
                {required === false && <span className="ml-1.5 text-muted">{t("optional")}</span>}
              </label>
              {isAccount(variable) ? (
                <select
                  {...field}
                  data-missing={problem || undefined}
                  onChange={(event) => set(variable, event.target.value)}
                >
                  <option value="">{t("choose")}</option>
                  {connections.map((connection) => (
                    <option key={connection.id} value={String(connection.id)}>
                      {t("one", { name: connection.name, element: connection.elementName })}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  {...field}
                  data-missing={problem || undefined}
                  type={secret ? "password" : "text"}
                  autoComplete="off"
                  onChange={(event) => set(variable, event.target.value)}
                />
              )}
              {problem && (
                <p id={`${id}-${key}-problem`} className="text-failure text-xs">
                  {t(isAccount(variable) ? "missingAccount" : "missing")}
                </p>
              )}
            </div>
          );
        })}
    </fieldset>
  );
}

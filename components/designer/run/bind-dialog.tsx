"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useDraft } from "../model/design.ts";
import { setTestAccount, testAccountOf } from "../model/test-account.ts";

type Props = {
  /** The previous choice. */
  values: Record<string, string> | null;
  onClose: () => void;
  onBind: (configuration: Record<string, string>) => void;
};

/** Asks for the variables of a test without a formula instance. The selected connections are remembered. */
export function BindDialog({ values: before, onClose, onBind }: Props) {
  const t = useTranslations("designer.bind");
  const { configuration } = useDraft();
  const id = useId();
  const trpc = useTRPC();
  const connections = useQuery(trpc.connection.names.queryOptions());
  const [chosen, setValues] = useState<Record<string, string>>(before ?? {});
  const offered = connections.data ?? [];
  const remembered = configuration
    .filter(({ type, key }) => type === "elementInstance" && !(key in chosen))
    .map(({ key }) => [key, testAccountOf(key)] as const)
    .filter(([, id]) => offered.some((connection) => String(connection.id) === id));
  const values: Record<string, string> = { ...Object.fromEntries(remembered), ...chosen };
  const set = (key: string, value: string) => setValues((before) => ({ ...before, [key]: value }));
  const isComplete = configuration.every(({ key, required }) => required === false || values[key]);
  return (
    <Dialog title={t("title")} description={t("description")} open onOpenChange={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isComplete) return;
          for (const { key, type } of configuration)
            if (type === "elementInstance" && values[key]) setTestAccount(key, values[key]);
          onBind(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")));
        }}
      >
        {configuration.map(({ key, name, type, required, secret }) => (
          <div key={key} className="grid gap-1.5">
            <label htmlFor={`${id}-${key}`} className="font-medium text-sm">
              {name ?? key}
              {required === false && <span className="ml-1.5 font-normal text-muted">{t("optional")}</span>}
            </label>
            {type === "elementInstance" ? (
              <select
                id={`${id}-${key}`}
                value={values[key] ?? ""}
                onChange={(event) => set(key, event.target.value)}
                className={INPUT_LOOK}
              >
                <option value="">{t("choose")}</option>
                {offered.map((connection) => (
                  <option key={connection.id} value={String(connection.id)}>
                    {t("one", { name: connection.name, element: connection.elementName })}
                  </option>
                ))}
              </select>
            ) : (
              <input
                id={`${id}-${key}`}
                type={secret ? "password" : "text"}
                autoComplete="off"
                value={values[key] ?? ""}
                onChange={(event) => set(key, event.target.value)}
                className={INPUT_LOOK}
              />
            )}
          </div>
        ))}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" kind="primary" disabled={!isComplete}>
            {t("run")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

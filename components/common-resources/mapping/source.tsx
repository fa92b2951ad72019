"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Failed } from "../../ui/states.tsx";
import { FieldHelp, FieldLabel, INPUT_LOOK } from "../../ui/text-field.tsx";
import { useMapping } from "./model/mapping.tsx";

/** The mapped object of the provider, and the connection whose records are shown. */
export function Source() {
  const t = useTranslations("common-resources.mapping");
  const id = useId();
  const { opened, draft, change, connection, chooseConnection, sample } = useMapping();
  const { element, objects, connections } = opened;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="grid content-start gap-1.5">
        <FieldLabel id={`${id}-object`} label={t("object", { element: element.name })} />
        <input
          id={`${id}-object`}
          list={`${id}-objects`}
          value={draft.vendorName}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => change({ ...draft, vendorName: target.value }, "", "vendorName")}
          aria-describedby={`${id}-object-description`}
          className={INPUT_LOOK}
        />
        <datalist id={`${id}-objects`}>
          {objects.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <FieldHelp id={`${id}-object`} help={t("objectHelp")} />
      </div>
      <SelectField
        label={t("account")}
        value={String(connection ?? "")}
        options={[
          { value: "", label: t("noAccount") },
          ...connections.map(({ id: key, name }) => ({ value: String(key), label: name })),
        ]}
        onChange={(key) => chooseConnection(key === "" ? undefined : Number(key))}
      >
        <Sampled />
      </SelectField>
      {sample.error && (
        <div className="sm:col-span-2">
          <Failed error={sample.error} onRetry={() => void sample.refetch()} />
        </div>
      )}
    </div>
  );
}

function Sampled() {
  const t = useTranslations("common-resources.mapping");
  const { opened, connection, sample } = useMapping();
  const { data, isFetching, refetch } = sample;
  if (opened.connections.length === 0)
    return <p className="text-muted text-sm">{t("noConnections", { element: opened.element.name })}</p>;
  if (connection === undefined) return null;
  if (isFetching)
    return (
      <p role="status" className="text-muted text-sm">
        {t("sampling")}
      </p>
    );
  if (!data) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      {data.failure === null ? (
        <p role="status" className="text-muted">
          {t("sampled", { fields: data.fields.length, records: data.records.length })}
        </p>
      ) : (
        <p role="alert" className="line-clamp-4 min-w-0 text-failure [overflow-wrap:anywhere]">
          {t("failed", { failure: data.failure })}
        </p>
      )}
      <Button kind="quiet" onClick={() => void refetch()}>
        {t("again")}
      </Button>
    </div>
  );
}

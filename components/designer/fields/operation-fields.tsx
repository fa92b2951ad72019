"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { WhereField } from "../../fields/where/where-field.tsx";
import { type BodyField, type BodyObject, withValueAt } from "../../operation-forms/body-fields.ts";
import { BodyForm, type ReferenceField } from "../../operation-forms/body-form.tsx";
import { findOperation, type ListedOperation } from "../../operation-forms/find-operation.ts";
import { operationForm } from "../../operation-forms/operation-form.ts";
import { OperationList, OperationName } from "../../operation-forms/operation-list.tsx";
import { Button } from "../../ui/button.tsx";
import { focusAfter } from "../../ui/focus-after.ts";
import { Failed, Loading } from "../../ui/states.tsx";
import { useDesign } from "../model/design.ts";
import { type DraftStep, type DraftTrigger, isRecord, type PartRef } from "../model/draft.ts";
import { useTestAccount } from "../model/test-account.ts";
import type { ElementCall } from "./element-calls.ts";
import { TemplateField } from "./template-field.tsx";

type Props = {
  at: PartRef;
  part: DraftStep | DraftTrigger;
  /** The properties that name the operation. */
  call: ElementCall;
  raw: ReactNode;
};

/**
 * The operation of a request to an element, and a form of its parameters and its body. The properties themselves are
 * below it; they are all there is as long as no account is known.
 */
export function OperationFields({ at, part, call, raw }: Props) {
  const t = useTranslations("designer.operation");
  const trpc = useTRPC();
  const { properties } = part;
  const [method, api] = [properties[call.method], properties[call.api]];
  const account = useTestAccount(properties[call.instance]);
  const elementInstanceId = account?.id ?? 0;
  const operations = useQuery({
    ...trpc.connection.operations.queryOptions({ elementInstanceId }),
    enabled: account !== undefined,
  });
  const [isChoosing, setIsChoosing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const change = useDesign((design) => design.change);
  const chosen = operations.data && findOperation(operations.data, { method, path: api });
  const isEmpty = !api;

  function choose(chosen: ListedOperation) {
    focusAfter(
      () => {
        setIsChoosing(false);
        change({ do: "setProperties", of: at, values: { [call.method]: chosen.method, [call.api]: chosen.path } });
      },
      () => place.current,
    );
  }

  return (
    <div ref={place} tabIndex={-1} className="grid min-w-0 gap-4 outline-none">
      {account && operations.error && <Failed error={operations.error} onRetry={() => void operations.refetch()} />}
      {account && operations.isPending && <Loading what={t("loading")} />}
      {operations.data && (isChoosing || isEmpty) && <OperationList operations={operations.data} onChoose={choose} />}
      {operations.data && !isChoosing && !isEmpty && (
        <div className="flex items-start justify-between gap-2 rounded-lg border border-line p-2">
          <div className="min-w-0">
            {chosen ? <OperationName {...chosen} /> : <p className="text-muted text-sm">{t("other")}</p>}
          </div>
          <Button onClick={() => setIsChoosing(true)}>{t("change")}</Button>
        </div>
      )}
      {chosen && !isChoosing && call.hasForm && (
        <RequestFields key={chosen.operationId} {...{ at, part, elementInstanceId, operationId: chosen.operationId }} />
      )}
      <details open={!chosen || undefined} className="rounded-lg border border-line p-2">
        <summary className="break-all text-muted text-sm">
          {t("request")}{" "}
          <code className="font-mono text-[0.8125rem]">
            {String(method ?? "")} {String(api ?? "")}
          </code>
        </summary>
        <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">{raw}</div>
      </details>
    </div>
  );
}

type FormProps = Pick<Props, "at" | "part"> & { elementInstanceId: number; operationId: string };

function RequestFields({ at, part, elementInstanceId, operationId }: FormProps) {
  const t = useTranslations("designer.operation");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.connection.operation.queryOptions({ elementInstanceId, operationId }));
  const form = useMemo(() => data && operationForm(data), [data]);
  const change = useDesign((design) => design.change);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!form) return <Loading what={t("loading")} />;
  const set = (name: string, value: unknown) => change({ do: "setProperty", of: at, name, value });
  const reference: ReferenceField = ({ onChange, problem, help, ...field }) => (
    <TemplateField key={field.label} at={at} {...field} help={problem ?? help} onChange={onChange} />
  );
  const fieldsOf = (name: "path" | "query" | "body", fields: readonly BodyField[]) => {
    const object = objectIn(part.properties[name]);
    const { where: _, ...withoutWhere } = object ?? {};
    const shown = name === "query" && form.where ? withoutWhere : object;
    if (!object) return <p className="text-muted text-sm">{t("onlyRaw", { name: t(name) })}</p>;
    if (fields.length === 0) return null;
    return (
      <BodyForm
        fields={fields}
        body={shown ?? object}
        addLabel={t(`add.${name}`)}
        renderReferences={reference}
        onChange={(path, value) => {
          const next = withValueAt(object, path, value);
          set(name, Object.keys(next).length === 0 ? undefined : next);
        }}
      />
    );
  };
  const query = objectIn(part.properties.query);
  return (
    <section aria-label={t("form")} className="grid min-w-0 gap-3">
      {fieldsOf("path", form.path)}
      {form.where && query && (query.where === undefined || typeof query.where === "string") && (
        <WhereField
          label={t("where")}
          required={false}
          value={query.where ?? ""}
          columns={form.where}
          onChange={(where) => {
            const next = withValueAt(query, ["where"], where === "" ? undefined : where);
            set("query", Object.keys(next).length === 0 ? undefined : next);
          }}
        />
      )}
      {fieldsOf("query", form.query)}
      {form.takesBody &&
        (form.body ? (
          fieldsOf("body", form.body)
        ) : (
          <p className="text-muted text-sm">{t("onlyRaw", { name: t("body") })}</p>
        ))}
    </section>
  );
}

/** The object of a property, which may be missing; undefined for text and lists, which a form cannot show. */
const objectIn = (value: unknown): BodyObject | undefined =>
  value === undefined || value === null || value === "" ? {} : isRecord(value) ? value : undefined;

"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { Button } from "../ui/button.tsx";
import { downloadJson } from "../ui/download-json.ts";
import { Link } from "../ui/link.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed } from "../ui/states.tsx";
import { FieldLabel, INPUT_LOOK } from "../ui/text-field.tsx";
import { type Source, setPlace } from "./use-explorer-place.ts";

type Props = { source: Source; connection: number | undefined };

/** Chooses the API to explore, and the connection whose token is sent. */
export function SourcePicker({ source, connection }: Props) {
  const t = useTranslations("explorer");
  const trpc = useTRPC();
  const id = useId();
  const { data: catalog } = useQuery({ ...trpc.connection.catalog.queryOptions(), staleTime: 60_000 });
  const { data: connections } = useQuery(trpc.connection.names.queryOptions());
  const download = useMutation(
    trpc.explorer.document.mutationOptions({ onSuccess: ({ name, document }) => downloadJson(name, document) }),
  );
  const { hubKey, elementKey, elementInstanceId } = source;
  const value =
    elementInstanceId !== undefined
      ? `connection ${elementInstanceId}`
      : elementKey !== undefined
        ? `element ${elementKey}`
        : hubKey !== undefined
          ? `hub ${hubKey}`
          : "";
  const fitting = (connections ?? []).filter((one) =>
    elementKey === undefined ? one.hub === hubKey : one.elementKey === elementKey,
  );
  const groups = [
    { label: t("hubs"), options: (catalog?.hubs ?? []).map(({ key, name }) => ({ value: `hub ${key}`, label: name })) },
    {
      label: t("elements"),
      options: (catalog?.elements ?? []).map(({ key, name }) => ({ value: `element ${key}`, label: name })),
    },
    {
      label: t("connections"),
      options: (connections ?? []).map((one) => ({
        value: `connection ${one.id}`,
        label: `${one.name} · ${one.elementName}`,
      })),
    },
  ];
  const isKnown = value === "" || groups.some(({ options }) => options.some((option) => option.value === value));

  function choose(next: string) {
    const [kind = "", ...rest] = next.split(" ");
    const nothing = { hub: undefined, element: undefined, connection: undefined, operation: undefined, q: undefined };
    setPlace({ ...nothing, ...(kind && { [kind]: rest.join(" ") }) });
  }

  return (
    <>
      <div className="mt-5 flex flex-wrap items-end gap-3">
        <div className="grid w-full gap-1.5 sm:w-72">
          <FieldLabel id={id} label={t("api")} />
          <select id={id} value={value} onChange={({ target }) => choose(target.value)} className={INPUT_LOOK}>
            <option value="">{t("platform")}</option>
            {!isKnown && <option value={value}>{value}</option>}
            {groups.map(({ label, options }) => (
              <optgroup key={label} label={label}>
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
        {(hubKey !== undefined || elementKey !== undefined) && (
          <div className="w-full sm:w-72">
            <SelectField
              label={t("connection")}
              value={String(connection ?? "")}
              options={[
                { value: "", label: t("noConnection") },
                ...fitting.map((one) => ({ value: String(one.id), label: one.name })),
              ]}
              onChange={(next) => setPlace({ connection: next || undefined })}
            />
          </div>
        )}
        <Button kind="quiet" isBusy={download.isPending} onClick={() => download.mutate(source)}>
          <Download aria-hidden="true" className="size-4" /> {t("download")}
        </Button>
      </div>
      {connections && (hubKey !== undefined || elementKey !== undefined) && fitting.length === 0 && (
        <p className="mt-3 text-sm">
          {t("noConnections")}{" "}
          <Link
            href={elementKey === undefined ? routeTo("catalog") : routeTo("connect", { elementKey })}
            className="text-accent underline"
          >
            {t("connect")}
          </Link>
        </p>
      )}
      {download.error && <Failed error={download.error} />}
    </>
  );
}

"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { TransformationField } from "#server/common-resource/shape.ts";
import { cutText } from "#server/cut-text.ts";
import { Button } from "../../ui/button.tsx";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../../ui/text-field.tsx";
import { DirectionSelect, TypeSelect } from "./field-selects.tsx";
import {
  changeField,
  disconnect,
  hide,
  type Row,
  readDefault,
  settingOf,
  withSetting,
  writeDefault,
} from "./model/draft.ts";
import { useMapping } from "./model/mapping.tsx";
import { sampleText } from "./sample-text.ts";

const MASKS = ["mask", "vendorMask"] as const;
const SAMPLES = 5;

/** Everything about the mapping of one field. */
export function FieldPanel({ row }: { row: Row }) {
  const t = useTranslations("common-resources.field");
  const levels = useTranslations("common-resources.levels");
  const id = useId();
  const { draft, change, select, provider } = useMapping();
  const { path, type, field, state, level } = row;
  const configuration = field?.configuration ?? [];
  const samples = provider.find((one) => one.path === field?.vendorPath)?.samples ?? [];
  const set = (next: Partial<TransformationField>, burst?: string) =>
    change(changeField(draft, row, next), "", burst && `${burst} ${path}`);
  const setting = (name: string, properties: Record<string, unknown> | null) =>
    set({ configuration: withSetting(configuration, name, properties) }, name);
  const mask = settingOf(configuration, "mask")?.properties ?? {};

  function writeMask(name: (typeof MASKS)[number], text: string) {
    const { [name]: _, ...rest } = mask as Record<string, unknown>;
    const next = text === "" ? rest : { ...rest, [name]: text };
    setting("mask", MASKS.some((one) => next[one] !== undefined) ? next : null);
  }

  return (
    <section aria-labelledby={`${id}-title`} className="rounded-2xl border border-line bg-surface p-4">
      <div className="flex items-start justify-between gap-2">
        <h2 id={`${id}-title`} className="min-w-0 font-medium text-sm [overflow-wrap:anywhere]">
          {t("title", { path: cutText(path, 200) })}
        </h2>
        <button
          type="button"
          aria-label={t("close")}
          onClick={() => {
            select(null);
            document.getElementById("our-fields")?.focus();
          }}
          className="-mt-1 rounded-lg p-1.5 text-muted hover:bg-code hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
      {state === "inherited" && level && (
        <p className="mt-2 text-muted text-sm">{t("inherited", { level: levels(level) })}</p>
      )}
      {state !== "removed" && (
        <div className="mt-3 grid gap-3">
          <PathField row={row} />
          <div className="grid gap-1.5">
            <FieldLabel id={`${id}-type`} label={t("type")} />
            <TypeSelect
              id={`${id}-type`}
              value={type}
              onChange={(next) => set({ type: next })}
              className={INPUT_LOOK}
            />
          </div>
          <div className="grid gap-1.5">
            <FieldLabel id={`${id}-vendor`} label={t("vendorPath")} />
            <input
              id={`${id}-vendor`}
              list={`${id}-paths`}
              value={field?.vendorPath ?? ""}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => set({ vendorPath: target.value }, "vendorPath")}
              aria-describedby={`${id}-vendor-description`}
              className={`${INPUT_LOOK} font-mono`}
            />
            <datalist id={`${id}-paths`}>
              {provider.map((one) => (
                <option key={one.path} value={one.path} />
              ))}
            </datalist>
            <FieldHelp id={`${id}-vendor`} help={t("providerPathHelp")} />
          </div>
          {samples.length > 0 && (
            <p className="line-clamp-3 text-muted text-xs [overflow-wrap:anywhere]">
              {t("samples", { values: samples.slice(0, SAMPLES).map(sampleText).join(", ") })}
            </p>
          )}
          <div className="grid gap-1.5">
            <FieldLabel id={`${id}-vendor-type`} label={t("vendorType")} />
            <TypeSelect
              id={`${id}-vendor-type`}
              value={field?.vendorType ?? ""}
              empty={t("same")}
              onChange={(vendorType) => set({ vendorType: vendorType || undefined })}
              className={INPUT_LOOK}
            />
          </div>
          <div className="grid gap-1.5">
            <FieldLabel id={`${id}-direction`} label={t("direction")} />
            <DirectionSelect id={`${id}-direction`} row={row} className={INPUT_LOOK} />
          </div>
          <TextField
            label={t("default")}
            help={t("defaultHelp")}
            value={writeDefault(settingOf(configuration, "defaultValue")?.properties?.value)}
            onChange={(text) => setting("defaultValue", text === "" ? null : { value: readDefault(text, type) })}
            autoComplete="off"
          />
          {MASKS.map((name) => (
            <TextField
              key={name}
              label={t(name)}
              help={name === "mask" ? t("maskHelp") : undefined}
              value={String((mask as Record<string, unknown>)[name] ?? "")}
              onChange={(text) => writeMask(name, text)}
              autoComplete="off"
            />
          ))}
        </div>
      )}
      <Removal row={row} />
    </section>
  );
}

/** Written on blur, as each intermediate text of a path would be another field. */
function PathField({ row: { path, ...row } }: { row: Row }) {
  const t = useTranslations("common-resources.field");
  const lines = useTranslations("common-resources.lines");
  const { draft, rows, conflicts, change, select } = useMapping();
  const conflict = conflicts.get(path);
  const [text, setText] = useState(path);
  const wanted = text.trim();
  const isTaken = wanted !== path && rows.some((one) => one.path === wanted);

  function commit() {
    if (wanted === path || wanted === "" || isTaken) return;
    change(changeField(draft, { path, ...row }, { path: wanted }));
    select(wanted);
  }

  return (
    <TextField
      label={t("path")}
      value={text}
      problem={isTaken ? lines("exists", { path: wanted }) : conflict && lines(conflict.kind, conflict)}
      disabled={row.state !== "own"}
      onChange={setText}
      onBlur={commit}
      onKeyDown={({ key }) => key === "Enter" && commit()}
      autoComplete="off"
    />
  );
}

function Removal({ row }: { row: Row }) {
  const t = useTranslations("common-resources.field");
  const announce = useTranslations("common-resources.announce");
  const { draft, opened, change, select } = useMapping();
  const { path, state } = row;
  const isAbove = opened.inherited?.fields.some((one) => one.path === path) === true;

  /** The panel of a deleted field is removed with it. */
  function act(next: typeof draft, notice: string) {
    change(next, notice);
    select(null);
    document.getElementById("our-fields")?.focus();
  }

  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {state === "own" && (
        <Button kind="danger" onClick={() => act(disconnect(draft, path), announce("disconnected", { path }))}>
          {t("disconnect")}
        </Button>
      )}
      {isAbove && state !== "removed" && (
        <Button onClick={() => act(hide(draft, row), announce("hidden", { path }))}>{t("hide")}</Button>
      )}
      {isAbove && state === "removed" && (
        <Button onClick={() => act(disconnect(draft, path), announce("back", { path }))}>{t("back")}</Button>
      )}
    </div>
  );
}

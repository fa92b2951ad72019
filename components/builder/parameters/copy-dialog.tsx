"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { withoutHub } from "#server/element/resource-path.ts";
import { foldedText } from "#server/search-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useBuilder, useElement } from "../model/builder.ts";
import { listAt, type Path, textOf } from "../model/paths.ts";
import { copyParameters } from "./copy-parameters.ts";

type Props = { open: boolean; onClose: () => void; path: Path; resource: Path | null };

/** Copies parameters into other resources. */
export function CopyDialog({ open, onClose, ...which }: Props) {
  const t = useTranslations("builder.parameters.copy");
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title")}
      description={t("description")}
    >
      <Choice {...which} onDone={onClose} />
    </Dialog>
  );
}

const MOST_SHOWN = 200;

function Choice({ path, resource, onDone }: Pick<Props, "path" | "resource"> & { onDone: () => void }) {
  const t = useTranslations("builder.parameters.copy");
  const draft = useElement();
  const edit = useBuilder((builder) => builder.edit);
  const [sought, setSought] = useState("");
  const parameters = listAt(draft, path).map((item, at) => ({
    at,
    label: cutText(textOf(item.name), 80) || `${at + 1}`,
  }));
  const resources = listAt(draft, ["resources"])
    .map((item, at) => ({ at, label: `${textOf(item.method)} ${withoutHub(textOf(item.path))}` }))
    .filter(({ at }) => at !== resource?.[1])
    .filter(({ label }) => foldedText(label).includes(foldedText(sought.trim())));
  const [positions, setPositions] = useState(() => new Set(parameters.map(({ at }) => at)));
  const [targets, setTargets] = useState(new Set<number>());

  function copy() {
    edit((present) => copyParameters(present, { list: path, positions: [...positions] }, [...targets]), {
      announce: t("done", { count: targets.size }),
    });
    onDone();
  }

  return (
    <div className="grid gap-4">
      <Boxes legend={t("parameters")} options={parameters} chosen={positions} onChange={setPositions} />
      <TextField label={t("search")} type="search" value={sought} onChange={setSought} autoComplete="off" />
      <Boxes legend={t("resources")} options={resources.slice(0, MOST_SHOWN)} chosen={targets} onChange={setTargets} />
      {resources.length > MOST_SHOWN && <p className="text-muted text-sm">{t("more")}</p>}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t("cancel")}</Button>
        <Button kind="primary" disabled={positions.size === 0 || targets.size === 0} onClick={copy}>
          {t("verb")}
        </Button>
      </div>
    </div>
  );
}

type BoxesProps = {
  legend: string;
  options: readonly { at: number; label: string }[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: Set<number>) => void;
};

function Boxes({ legend, options, chosen, onChange }: BoxesProps) {
  function toggle(at: number) {
    const next = new Set(chosen);
    if (!next.delete(at)) next.add(at);
    onChange(next);
  }
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      <div className="grid max-h-48 gap-1 overflow-y-auto rounded-lg border border-line p-2">
        {options.map(({ at, label }) => (
          <label key={at} className="flex min-h-8 items-start gap-2 text-sm">
            <input
              type="checkbox"
              checked={chosen.has(at)}
              onChange={() => toggle(at)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="break-all">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

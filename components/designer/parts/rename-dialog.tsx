"use client";

import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { Change } from "../model/change-draft.ts";
import { movesFocus, useDesign, useDesignStore, useDraft } from "../model/design.ts";
import { type Draft, hasStep, idOf, partOf } from "../model/draft.ts";
import { changeDraft } from "../model/parsed-change.ts";
import { type Speech, useSpeech } from "../model/speech.ts";
import { type Rewrite, rewrites } from "../model/where-used.ts";

/** The step or variable to rename, by its current name. */
export type Renamed = { step: string } | { variable: string };

/** Renames a step or variable, with a preview of all expressions and scripts that change with it. */
export function RenameDialog({ what, onClose }: { what: Renamed; onClose: () => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const draft = useDraft();
  const change = useDesign((design) => design.change);
  const store = useDesignStore();
  const name = "step" in what ? what.step : what.variable;
  const [to, setTo] = useState(name);
  const wanted = to.trim();
  const problem = problemWith(draft, what, wanted, speech);
  const renaming = useMemo(() => renamingOf(draft, what, wanted), [draft, what, wanted]);
  const changed = useMemo(
    () => (problem || !renaming ? [] : rewrites(draft, changeDraft(draft, renaming))),
    [draft, renaming, problem],
  );
  return (
    <Dialog
      title={t("rename.title", { name })}
      open
      onOpenChange={onClose}
      restoresFocus={() => !movesFocus(store.getState())}
    >
      <Form
        className="grid gap-4"
        onSubmit={() => {
          if (problem || !renaming) return;
          change(renaming, t("announcements.renamed", { from: name, to: wanted }));
          onClose();
        }}
      >
        <TextField
          label={t("step" in what ? "rename.name" : "rename.key")}
          value={to}
          onChange={setTo}
          problem={problem}
          onFocus={(event) => event.target.select()}
        />
        {wanted !== name && !problem && <Preview changed={changed} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("rename.cancel")}</Button>
          <Button type="submit" kind="primary" disabled={problem !== undefined || wanted === name}>
            {t("rename.verb")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function Preview({ changed }: { changed: Rewrite[] }) {
  const { t, title, property } = useSpeech();
  const draft = useDraft();
  if (changed.length === 0) return <p className="text-muted text-sm">{t("rename.none")}</p>;
  return (
    <section aria-label={t("rename.changes")} className="grid gap-2">
      <p className="text-muted text-sm">{t("rename.count", { count: changed.length })}</p>
      <ul className="max-h-[40dvh] overflow-y-auto">
        {changed.map(({ at, property: name, lines }) => {
          const part = partOf(draft, at);
          return (
            <li key={`${idOf(at)} ${name}`} className="border-line border-t py-2 text-sm">
              <p className="font-medium">
                {part && title(at, part)}{" "}
                <span className="font-normal text-muted">{part && property(at, part, name).label}</span>
              </p>
              {lines.map(({ before, after }, index) => (
                // Lines have no names, and do not change while they are shown.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <p key={index} className="mt-1 break-all font-mono text-xs">
                  <del className="block text-failure">{before}</del>
                  <ins className="block text-success no-underline">{after}</ins>
                </p>
              ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function problemWith(draft: Draft, what: Renamed, wanted: string, { t }: Speech): string | undefined {
  if ("step" in what) {
    if (wanted === "") return t("rename.stepUnnamed");
    return wanted !== what.step && hasStep(draft, wanted) ? t("rename.stepTaken") : undefined;
  }
  if (wanted === "") return t("rename.variableUnnamed");
  const isTaken = wanted !== what.variable && draft.configuration.some(({ key }) => key === wanted);
  return isTaken ? t("rename.variableTaken") : undefined;
}

function renamingOf(draft: Draft, what: Renamed, to: string): Change | undefined {
  if ("step" in what) return { do: "renameStep", name: what.step, to };
  const variable = draft.configuration.find(({ key }) => key === what.variable);
  if (!variable) return undefined;
  const isCalledSo = variable.name === variable.key;
  return { do: "setVariable", key: variable.key, variable: { ...variable, key: to, ...(isCalledSo && { name: to }) } };
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { MayChange } from "../../../shell/may-change.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useBuilder, useElement } from "../../model/builder.ts";
import type { Operation } from "../../model/operations.ts";
import {
  definitionsPath,
  hasSide,
  modelOf,
  newModelName,
  type OperationModel,
  SIDE_NAMES,
  type Side,
  withModel,
  withRenamedModel,
} from "./model-sides.ts";
import { ModelTree } from "./model-tree.tsx";
import { SamplesDialog } from "./samples-dialog.tsx";

/** The request and response models of the operation, as trees of fields. */
export function ModelsTab({ operation }: { operation: Operation }) {
  const draft = useElement();
  const shown = SIDE_NAMES.filter((side) => hasSide(draft, operation, side));
  return (
    <div className="grid gap-6">
      {shown.map((side) => (
        <ModelSection key={side} operation={operation} side={side} />
      ))}
    </div>
  );
}

function ModelSection({ operation, side }: { operation: Operation; side: Side }) {
  const t = useTranslations("builder.models");
  const draft = useElement();
  const edit = useBuilder((builder) => builder.edit);
  const sample = useBuilder(({ samples }) => samples[operation.address]?.[side]);
  const [isSampled, setIsSampled] = useState(false);
  const { at } = operation;
  const model = modelOf(draft, at, side);
  const keep = (next: OperationModel | null, announce: string) =>
    edit((present) => withModel(present, at, side, next), { announce });

  function begin() {
    const root = newModelName(draft, operation, side);
    keep({ root, definitions: { [root]: { id: root, properties: {} } } }, t("created"));
  }

  return (
    <fieldset className="grid gap-4 rounded-xl border border-line p-4">
      <legend className="px-1 font-medium text-sm">{t(`sides.${side}`)}</legend>
      {model ? (
        <>
          <ModelName
            key={model.root}
            model={model}
            onRename={(to) => {
              const renamed = withRenamedModel(model, to);
              if (renamed) keep(renamed, t("renamed", { name: to }));
              return renamed !== null;
            }}
          />
          <ModelTree path={definitionsPath(at, side)} root={model.root} label={t(`sides.${side}`)} />
        </>
      ) : (
        <p className="text-muted text-sm">{t(`none.${side}`)}</p>
      )}
      <MayChange>
        <div className="flex flex-wrap gap-2">
          <Button aria-haspopup="dialog" onClick={() => setIsSampled(true)}>
            {t(model ? "compare" : "fromSamples")}
          </Button>
          {model ? (
            <Button kind="danger" onClick={() => keep(null, t("modelRemoved"))}>
              {t("removeModel")}
            </Button>
          ) : (
            <Button onClick={begin}>{t("begin")}</Button>
          )}
        </div>
      </MayChange>
      <SamplesDialog
        open={isSampled}
        root={model?.root ?? newModelName(draft, operation, side)}
        definitions={model?.definitions ?? null}
        tested={sample}
        onClose={() => setIsSampled(false)}
        onKeep={keep}
      />
    </fieldset>
  );
}

type NameProps = { model: OperationModel; onRename: (to: string) => boolean };

function ModelName({ model, onRename }: NameProps) {
  const t = useTranslations("builder.models");
  const [name, setName] = useState(model.root);
  const [isRefused, setIsRefused] = useState(false);
  return (
    <div className="max-w-md">
      <TextField
        label={t("modelName")}
        help={t("modelNameHelp")}
        value={name}
        problem={isRefused ? t("nameTaken") : undefined}
        onChange={(text) => {
          setName(text);
          setIsRefused(false);
        }}
        onBlur={() => name !== model.root && setIsRefused(!onRename(name.trim()))}
        autoComplete="off"
      />
    </div>
  );
}

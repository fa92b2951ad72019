"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import {
  acceptDifference,
  type ModelDifference,
  modelDifferences,
} from "#server/element/definition/model-differences.ts";
import {
  type Definitions,
  modelFromSamples,
  NULLABLE,
  type Schema,
} from "#server/element/definition/model-from-samples.ts";
import { OBJECT, typeOfField, UNKNOWN } from "../../../operation-forms/schema-fields.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FieldHelp, FieldLabel, INPUT_LOOK } from "../../../ui/text-field.tsx";
import { useKinds } from "../../use-kinds.ts";
import type { OperationModel } from "./model-sides.ts";

type Props = {
  open: boolean;
  root: string;
  /** Null if the operation has no model yet. */
  definitions: Definitions | null;
  /** The body that the last test sent or returned; undefined without one. */
  tested: unknown;
  onClose: () => void;
  onKeep: (model: OperationModel, announce: string) => void;
};

/** Makes a model of sample payloads, or compares it with them. */
export function SamplesDialog({ open, onClose, ...rest }: Props) {
  const t = useTranslations("builder.models.samples");
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title")}
      description={t("description")}
    >
      <Samples onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Samples({ root, definitions, tested, onClose, onKeep }: Omit<Props, "open">) {
  const t = useTranslations("builder.models.samples");
  const [texts, setTexts] = useState([tested === undefined ? "" : JSON.stringify(tested, null, 2)]);
  const { samples, wrong } = readSamples(texts);
  const detected =
    samples.length > 0 ? modelFromSamples(root, samples, { hasPresence: true, known: definitions ?? {} }) : null;
  const differences = definitions && detected ? modelDifferences(definitions, detected) : [];

  function accept(accepted: readonly ModelDifference[]) {
    if (!definitions || !detected) return;
    const next = accepted.reduce<Definitions>((model, one) => acceptDifference(model, detected, one), definitions);
    onKeep({ root, definitions: next }, t("accepted", { count: accepted.length }));
  }

  return (
    <div className="grid gap-4">
      {tested !== undefined && <p className="text-muted text-sm">{t("tested")}</p>}
      {texts.map((text, at) => (
        <SampleField
          // biome-ignore lint/suspicious/noArrayIndexKey: samples have nothing but their positions
          key={at}
          number={at + 1}
          text={text}
          isWrong={wrong.includes(at)}
          onChange={(changed) => setTexts(texts.with(at, changed))}
        />
      ))}
      <Button kind="quiet" onClick={() => setTexts([...texts, ""])} className="justify-self-start">
        {t("another")}
      </Button>
      {definitions && detected && (
        <Differences differences={differences} onAccept={accept}>
          {differences.length === 0 && <p className="text-muted text-sm">{t("same")}</p>}
        </Differences>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t("close")}</Button>
        {definitions === null ? (
          <Button
            kind="primary"
            disabled={!detected}
            onClick={() => {
              if (!detected) return;
              onKeep({ root, definitions: detected }, t("created"));
              onClose();
            }}
          >
            {t("create")}
          </Button>
        ) : (
          <Button kind="primary" isIdle={differences.length === 0} onClick={() => accept(differences)}>
            {t("acceptAll")}
          </Button>
        )}
      </div>
    </div>
  );
}

type FieldProps = { number: number; text: string; isWrong: boolean; onChange: (text: string) => void };

function SampleField({ number, text, isWrong, onChange }: FieldProps) {
  const t = useTranslations("builder.models.samples");
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <FieldLabel id={id} label={t("sample", { number: String(number) })} />
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-description` : undefined}
        className={`${INPUT_LOOK} resize-y font-mono text-xs`}
      />
      <FieldHelp id={id} problem={isWrong ? t("noJson") : undefined} />
    </div>
  );
}

/** The samples that are JSON, and the positions of those that are not. */
function readSamples(texts: readonly string[]): { samples: unknown[]; wrong: number[] } {
  const samples: unknown[] = [];
  const wrong: number[] = [];
  for (const [at, text] of texts.entries()) {
    if (text.trim() === "") continue;
    try {
      samples.push(JSON.parse(text));
    } catch {
      wrong.push(at);
    }
  }
  return { samples, wrong };
}

type DifferenceProps = {
  differences: readonly ModelDifference[];
  onAccept: (accepted: readonly ModelDifference[]) => void;
  children: ReactNode;
};

/** The fields in which model and samples differ, each with a button to apply the samples. */
function Differences({ differences, onAccept, children }: DifferenceProps) {
  const t = useTranslations("builder.models.samples");
  return (
    <section aria-label={t("differences")} className="grid gap-2">
      <h3 className="font-medium text-sm">{t("differences")}</h3>
      {children}
      <ul className="grid gap-2">
        {differences.map((difference) => {
          const { definition, field, what, before, after } = difference;
          return (
            <li key={`${definition} ${field}`} className="flex items-start gap-2 rounded-lg bg-code p-2 text-sm">
              <div className="min-w-0 flex-1">
                <code className="break-all font-mono text-xs">{`${definition}.${field}`}</code>
                <p className="text-muted text-xs">
                  {t(`what.${what}`)} {before && <SampleShape shape={before} />}
                  {before && after && <span aria-hidden="true">{" → "}</span>}
                  {after && <SampleShape shape={after} />}
                </p>
              </div>
              <Button
                onClick={() => onAccept([difference])}
                aria-label={t(what === "missing" ? "removeField" : "acceptField", { field })}
              >
                {t(what === "missing" ? "remove" : "accept")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function SampleShape({ shape: { schema, isRequired } }: { shape: { schema: Schema; isRequired: boolean } }) {
  const t = useTranslations("builder.models");
  const { label } = useKinds();
  const { type, isList } = typeOfField(schema);
  const name = type === UNKNOWN ? t("unknown") : type === OBJECT ? t("object") : label("dataType", type);
  return (
    <span className="text-ink">
      {[
        isList ? t("listOf", { type: name }) : name,
        ...(isRequired ? [t("isRequired")] : []),
        ...(schema[NULLABLE] === true ? [t("isNullable")] : []),
      ].join(", ")}
    </span>
  );
}

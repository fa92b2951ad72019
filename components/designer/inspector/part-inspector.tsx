"use client";

import { Copy, Pencil, Trash2, X } from "lucide-react";
import { Fragment, type ReactNode, useId } from "react";
import { TRIGGER_TYPES, type TriggerTypeName } from "#server/formula/triggers/registry.ts";
import { typesOf } from "#server/registry.ts";
import { MayChange, MayChangeFields } from "../../shell/may-change.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { elementCalls } from "../fields/element-calls.ts";
import { type Field, fieldsOf } from "../fields/fields.ts";
import { PropertyField } from "../fields/property-field.tsx";
import type { InsertionPoint } from "../model/change-draft.ts";
import { useDesign } from "../model/design.ts";
import { type DraftStep, type DraftTrigger, idOf, type PartRef } from "../model/draft.ts";
import { lookOf } from "../model/part-look.ts";
import { useSpeech } from "../model/speech.ts";
import { NextSteps } from "./next-steps.tsx";
import { PartJson } from "./part-json.tsx";

const OperationFields = lazyComponent(async () => (await import("../fields/operation-fields.tsx")).OperationFields);

const EventFields = lazyComponent(async () => (await import("../fields/event-fields.tsx")).EventFields);

/** The properties of a part that sends one request to an operation of an element. */

type Props = {
  at: PartRef;
  part: DraftStep | DraftTrigger;
  onAdd: (insertionPoint: InsertionPoint) => void;
  onRename: (name: string) => void;
};

/** All properties and actions of a part. */
export function PartInspector({ at, part, onAdd, onRename }: Props) {
  const { t, kind, title } = useSpeech();
  const { Icon, color } = lookOf(at, part);
  const { label, summary } = kind(at, part);
  const deselect = useDesign((design) => design.deselect);
  const change = useDesign((design) => design.change);
  const name = "step" in at ? at.step : undefined;
  const fields = fieldsOf(at, part);
  const show = (shown: Field[]) =>
    shown.map((field) => <PropertyField key={field.name} at={at} part={part} field={field} />);
  const grouped = (group: string) => show(fields.filter((field) => field.group === group));
  const setup = (isShown: (field: Field) => boolean) =>
    show(fields.filter((field) => field.group === "setup" && isShown(field)));
  const calls = elementCalls(fields);
  const isEvent = "trigger" in at && TRIGGER_TYPES[(part as DraftTrigger).type].source === "events";
  return (
    <div data-inspects={idOf(at)} className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4">
      <header>
        <div className="flex items-start gap-3">
          <span className={`grid size-9 shrink-0 place-items-center rounded-lg bg-code ${color}`}>
            <Icon aria-hidden="true" className="size-[1.125rem]" />
          </span>
          <div className="min-w-0 flex-1">
            <h2 tabIndex={-1} className="line-clamp-3 break-all font-semibold leading-tight outline-none">
              {title(at, part)}
            </h2>
            <p className="mt-0.5 text-muted text-sm" title={summary}>
              {name === undefined ? t("layout.trigger") : label}
            </p>
          </div>
          <Tool label={t("inspector.close")} onClick={deselect}>
            <X aria-hidden="true" className="size-4" />
          </Tool>
        </div>
        {name !== undefined && (
          <MayChange>
            <div className="mt-3 flex flex-wrap gap-1">
              <Tool
                label={t("inspector.renameOne", { name })}
                description={t("inspector.rename")}
                opens="dialog"
                onClick={() => onRename(name)}
              >
                <Pencil aria-hidden="true" className="size-3.5" />
              </Tool>
              <Tool
                label={t("inspector.duplicateOne", { name })}
                description={t("inspector.duplicate")}
                onClick={() =>
                  change({ do: "duplicateSteps", names: [name] }, t("announcements.copied", { names: name }))
                }
              >
                <Copy aria-hidden="true" className="size-3.5" />
              </Tool>
              <Tool
                label={t("inspector.deleteOne", { name })}
                description={t("inspector.delete")}
                onClick={() => change({ do: "removeStep", name }, t("announcements.deleted", { names: name }))}
              >
                <Trash2 aria-hidden="true" className="size-3.5" />
              </Tool>
            </div>
          </MayChange>
        )}
      </header>
      <MayChangeFields>
        {"trigger" in at && <TriggerKind at={at.trigger} type={(part as DraftTrigger).type} />}
        <div
          data-fields
          data-none={fields.every(({ group }) => group !== "setup") || undefined}
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
        >
          {calls.length > 0 ? (
            calls.map((call) => (
              <Fragment key={call.instance}>
                {setup(({ name }) => name === call.instance)}
                <OperationFields
                  at={at}
                  part={part}
                  call={call}
                  raw={setup(({ kind, name }) => kind !== "instance" && name.startsWith(call.prefix))}
                />
              </Fragment>
            ))
          ) : isEvent ? (
            <>
              {setup(({ kind }) => kind === "instance")}
              <EventFields at={at} part={part as DraftTrigger} />
            </>
          ) : (
            grouped("setup")
          )}
        </div>
        {fields.some(({ group }) => group === "retry") && <More title={t("inspector.retry")}>{grouped("retry")}</More>}
        {fields.some(({ group }) => group === "more") && <More title={t("inspector.more")}>{grouped("more")}</More>}
      </MayChangeFields>
      <NextSteps at={at} part={part} onAdd={onAdd} />
      <MayChangeFields>
        {name !== undefined && <Notes name={name} text={(part as DraftStep).description ?? ""} />}
      </MayChangeFields>
      <PartJson key={idOf(at)} at={at} part={part} />
    </div>
  );
}

function Tool({
  label,
  description,
  opens,
  onClick,
  children,
}: {
  label: string;
  description?: string;
  opens?: "dialog";
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup={opens}
      title={label}
      onClick={onClick}
      className="flex min-h-8 min-w-8 items-center justify-center gap-1.5 rounded-lg px-2 text-muted text-sm hover:bg-code hover:text-ink"
    >
      {children}
      {description}
    </button>
  );
}

function More({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-line border-t pt-3">
      <summary className="font-medium text-sm">{title}</summary>
      <div className="mt-3 grid gap-4">{children}</div>
    </details>
  );
}

/** Replaces the trigger with another type; the steps stay. */
function TriggerKind({ at, type }: { at: number; type: TriggerTypeName }) {
  const { t, kind } = useSpeech();
  const id = useId();
  const change = useDesign((design) => design.change);
  const types = typesOf(TRIGGER_TYPES);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {t("inspector.starts")}
      </label>
      <select
        id={id}
        value={type}
        onChange={(event) =>
          change(
            { do: "setTrigger", at, type: types.find((known) => known === event.target.value) ?? type },
            t("announcements.triggerReplaced"),
          )
        }
        className={INPUT_LOOK}
      >
        {types.map((known) => (
          <option key={known} value={known}>
            {kind({ trigger: at }, { type: known }).label}
          </option>
        ))}
      </select>
      <p className="text-muted text-xs">{kind({ trigger: at }, { type }).summary}</p>
    </div>
  );
}

function Notes({ name, text }: { name: string; text: string }) {
  const { t } = useSpeech();
  const id = useId();
  const change = useDesign((design) => design.change);
  return (
    <div className="grid gap-1.5 border-line border-t pt-3">
      <label htmlFor={id} className="font-medium text-sm">
        {t("inspector.notes")}
      </label>
      <textarea
        id={id}
        rows={2}
        value={text}
        onChange={(event) => change({ do: "describeStep", name, description: event.target.value })}
        className={`${INPUT_LOOK} field-sizing-content resize-none`}
      />
    </div>
  );
}

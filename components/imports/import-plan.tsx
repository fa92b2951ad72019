"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { routeTo } from "../screens/screens.ts";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { PageForm } from "../ui/page-form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { type AnyError, Failed } from "../ui/states.tsx";
import type { DefinitionImport, ImportChoices, ImportedDefinition } from "./definition-import.ts";
import { DefinitionRows } from "./definition-rows.tsx";

type Props = {
  plan: DefinitionImport;
  choices: ImportChoices;
  isPlanning: boolean;
  isImporting: boolean;
  error: AnyError | null;
  /** A definition was changed after the plan. */
  isStale: boolean;
  onUpdate: () => void;
  onChoose: (choices: ImportChoices) => void;
  onImport: (skipBlocked: boolean) => void;
  onBack: () => void;
};

/** The plan of an import for each definition, and the connections that replace those in the files. */
export function ImportPlan(props: Props) {
  const { plan, choices, isPlanning, isImporting, error, isStale, onUpdate, onChoose, onImport, onBack } = props;
  const t = useTranslations("imports.plan");
  const { definitions, instances, skipped } = plan;
  const [skipBlocked, setSkipBlocked] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const skipId = useId();
  useEffect(() => heading.current?.focus(), []);
  const blocked = definitions.filter(({ action }) => action === "blocked").length;
  const changed = definitions.filter(({ action }) => action === "create" || action === "update").length;
  const isLeftOut = (definition: ImportedDefinition) => choices.except.some((one) => isSame(one, definition));
  const isPossible = changed > 0 && (blocked === 0 || skipBlocked);
  return (
    <PageForm
      isUnsaved={(choices.except.length > 0 || Object.keys(choices.instances).length > 0) && !isImporting}
      className="grid grid-cols-[minmax(0,1fr)] gap-8"
      onSubmit={() => {
        if (isPossible && !isImporting && !isPlanning) onImport(skipBlocked);
      }}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-xl tracking-tight outline-none">
          {t("title", { count: definitions.length })}
        </h2>
        <Button onClick={onBack}>{t("change")}</Button>
      </div>
      {instances.length > 0 && (
        <fieldset>
          <legend className="font-semibold">{t("connections")}</legend>
          <p className="mt-1 mb-4 text-muted text-sm">{t("connectionsDescription")}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            {instances.map((planned) => (
              <Binding
                key={planned.instance.id}
                planned={planned}
                onChoose={(id) =>
                  onChoose({ ...choices, instances: { ...choices.instances, [planned.instance.id]: id } })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <DefinitionRows
        label={t("definitions")}
        definitions={definitions.map((one) => (isLeftOut(one) ? { ...one, action: "leftOut", findings: [] } : one))}
        onInclude={(included) =>
          onChoose({
            ...choices,
            except: definitions
              .filter((one) => !included.some((other) => isSame(one, other)))
              .map(({ type, name }) => ({ type, name })),
          })
        }
      />
      {skipped.length > 0 && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer text-waiting">{t("skipped", { count: skipped.length })}</summary>
          <ul translate="no" className="mt-2 grid gap-1.5">
            {skipped.map(({ path, message }) => (
              <li key={path} className="[overflow-wrap:anywhere]">
                <code className="mr-2 font-mono text-xs">{path}</code>
                {message}
              </li>
            ))}
          </ul>
        </details>
      )}
      {isStale ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm text-waiting">
          <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
            <p>{t("stale")}</p>
            <p translate="no" className="text-muted">
              {error?.message}
            </p>
          </div>
          <Button isBusy={isPlanning} onClick={onUpdate}>
            {t("update")}
          </Button>
        </div>
      ) : (
        error && <Failed error={error} />
      )}
      <div
        data-action-bar
        className="sticky bottom-[3.4rem] -mx-1 flex flex-wrap items-center justify-end gap-4 border-line border-t bg-ground px-1 py-4 short:static lg:bottom-0"
      >
        <p role="status" className="text-sm text-waiting">
          {blocked > 0
            ? t("blocked", { count: blocked })
            : changed === 0 && t(definitions.every(isLeftOut) ? "noneChosen" : "unchanged")}
        </p>
        {blocked > 0 && changed > 0 && (
          <label htmlFor={skipId} className="flex min-h-10 items-center gap-2 text-sm">
            <input
              id={skipId}
              type="checkbox"
              checked={skipBlocked}
              onChange={({ target }) => setSkipBlocked(target.checked)}
              className="size-4 accent-accent"
            />
            {t("others")}
          </label>
        )}
        <Button type="submit" kind="primary" isBusy={isImporting || isPlanning} disabled={!isPossible}>
          {t("run", { count: changed })}
        </Button>
      </div>
    </PageForm>
  );
}

type Named = Pick<ImportedDefinition, "type" | "name">;
const isSame = (one: Named, other: Named): boolean => one.type === other.type && one.name === other.name;

type BindingProps = { planned: DefinitionImport["instances"][number]; onChoose: (id: number) => void };

function Binding({ planned: { instance, bound, candidates, where }, onChoose }: BindingProps) {
  const t = useTranslations("imports.plan");
  const label = t("instance", {
    name: instance.name ?? t("nameless", { id: String(instance.id) }),
    element: instance.elementKey ?? t("unknownElement"),
  });
  const offered = bound && !candidates.some(({ id }) => id === bound.id) ? [bound, ...candidates] : candidates;
  const options = offered.map(({ id, name, elementKey }) => ({
    value: String(id),
    label: instance.elementKey === undefined ? t("instance", { name, element: elementKey }) : name,
  }));
  return (
    <SelectField
      label={label}
      value={String(bound?.id ?? "")}
      options={bound ? options : [{ value: "", label: t("unbound") }, ...options]}
      onChange={(id) => id !== "" && onChoose(Number(id))}
    >
      {offered.length === 0 && (
        <p className="text-failure text-sm">
          {t("noCandidates")}{" "}
          <Link
            href={instance.elementKey ? routeTo("connect", { elementKey: instance.elementKey }) : routeTo("catalog")}
            className="text-accent underline"
          >
            {t("connect")}
          </Link>
        </p>
      )}
      <p translate="no" className="text-muted text-xs [overflow-wrap:anywhere]">
        {where.join(", ")}
      </p>
    </SelectField>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PageForm } from "../../ui/page-form.tsx";
import { type AnyError, Failed } from "../../ui/states.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ChooseAuthentication } from "./choose-authentication.tsx";
import type { ImportPreview } from "./import-request.ts";
import { OperationChoices } from "./operation-choices.tsx";
import { choicesOf, keptChoices, type OwnChoices } from "./own-choices.ts";
import { ProblemList } from "./problem-list.tsx";

type Props = {
  preview: ImportPreview;
  isNew: boolean;
  isBusy: boolean;
  error: AnyError | null;
  /** The element was changed after the preview. */
  isStale: boolean;
  isUpdating: boolean;
  onUpdate: () => void;
  onImport: (options: object, count: number) => void;
  onBack: () => void;
};

/** The plan of the import: the settings of a new element, and a choice for each operation. */
export function ImportPreviewForm(props: Props) {
  const { preview, isNew, isBusy, error, isStale, isUpdating, onUpdate, onImport, onBack } = props;
  const t = useTranslations("elements.import");
  const { format, operations, problems } = preview;
  const [settings, setSettings] = useState(preview.settings);
  const [authentication, setAuthentication] = useState(isNew ? (preview.authentication ?? "") : "");
  const [own, setOwn] = useState<OwnChoices>(new Map());
  const [shown, setShown] = useState(operations);
  if (shown !== operations) {
    setShown(operations);
    setOwn(keptChoices(own, shown, operations));
  }
  const choices = choicesOf(operations, own);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const conflicts = operations.filter(({ key }) => choices.get(key) === null).length;
  const imported = operations.filter(({ key }) => choices.get(key) === "imported").map(({ key }) => key);
  const isChanged = settings !== preview.settings || operations.some(({ key, choice }) => choices.get(key) !== choice);

  function submit() {
    const chosen = authentication === "" ? {} : { authentication };
    if (isNew) onImport({ ...settings, ...chosen, operations: imported }, imported.length);
    else {
      const basedOn = preview.revision ?? undefined;
      onImport({ ...chosen, basedOn, choices: Object.fromEntries(own) }, imported.length);
    }
  }

  const offer = (
    <ChooseAuthentication preview={preview} isNew={isNew} name={authentication} onChoose={setAuthentication} />
  );
  return (
    <PageForm
      isUnsaved={isChanged && !isBusy}
      className="grid grid-cols-[minmax(0,1fr)] gap-8"
      onSubmit={() => {
        if (conflicts === 0) submit();
      }}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-xl tracking-tight outline-none">
          {t("recognized", { format: format.label })}
        </h2>
        <Button onClick={onBack}>{t("change")}</Button>
      </div>
      {!isNew && preview.lastImport === null && <p className="text-sm text-waiting">{t("firstImport")}</p>}
      {problems.length > 0 && <ProblemList problems={problems} />}
      {isNew && (
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-3 font-semibold">{t("settings")}</legend>
          {(["name", "key", "hub", "baseUrl"] as const).map((name) => (
            <TextField
              key={name}
              label={t(name)}
              value={settings[name]}
              help={name === "key" ? t("keyHelp") : undefined}
              onChange={(value) => setSettings((before) => ({ ...before, [name]: value }))}
            />
          ))}
          {offer}
        </fieldset>
      )}
      {!isNew && offer}
      <OperationChoices
        operations={operations}
        choices={choices}
        isNew={isNew}
        onChoose={(keys, choice) =>
          setOwn((before) => new Map([...before, ...keys.map((key) => [key, choice] as const)]))
        }
      />
      {isStale ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm text-waiting">
          <p>{t("stale")}</p>
          <Button isBusy={isUpdating} onClick={onUpdate}>
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
          {conflicts > 0 && t("conflicts", { count: conflicts })}
        </p>
        <Button
          type="submit"
          kind="primary"
          isBusy={isBusy}
          disabled={conflicts > 0 || (isNew && imported.length === 0)}
        >
          {t(isNew ? "create" : "merge")}
        </Button>
      </div>
    </PageForm>
  );
}

"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextEntry } from "../../fields/fields.tsx";
import { useBuilder, useValue } from "../../model/builder.ts";
import { insertAt, type Path, setAt } from "../../model/paths.ts";

/** The options of a choice: values with the texts that people see. */
export function EntryOptions({ path }: { path: Path }) {
  const t = useTranslations("builder.configuration.options");
  const value = useValue(path);
  const count = Array.isArray(value) ? value.length : 0;
  const edit = useBuilder((builder) => builder.edit);
  const place = useRef<HTMLFieldSetElement>(null);
  const [focus, setFocus] = useState<number | null>(null);

  useEffect(() => {
    if (focus === null) return;
    const rows = place.current?.querySelectorAll<HTMLElement>("[data-option] input:first-of-type");
    const target = rows?.[focus * 2] ?? place.current?.querySelector<HTMLElement>("[data-add-option]");
    target?.focus();
    setFocus(null);
  }, [focus]);

  function remove(at: number) {
    edit((draft) => setAt(draft, [...path, at], undefined), { announce: t("removed") });
    setFocus(at < count - 1 ? at : at - 1);
  }

  return (
    <fieldset ref={place} className="grid min-w-0 gap-3 rounded-xl border border-line p-4">
      <legend className="px-1 font-medium text-sm">{t("title")}</legend>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: options are known by their positions
        <div key={at} data-option className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
          <TextEntry path={[...path, at, "value"]} label={t("value", { number: String(at + 1) })} required />
          <TextEntry path={[...path, at, "description"]} label={t("text", { number: String(at + 1) })} />
          <Button kind="quiet" aria-label={t("remove", { number: String(at + 1) })} onClick={() => remove(at)}>
            <Trash2 aria-hidden="true" className="size-4" />
          </Button>
        </div>
      ))}
      <Button
        data-add-option
        className="w-fit"
        onClick={() => {
          edit((draft) => insertAt(draft, path, { value: "", description: "" }));
          setFocus(count);
        }}
      >
        <Plus aria-hidden="true" className="size-4" />
        {t("add")}
      </Button>
    </fieldset>
  );
}

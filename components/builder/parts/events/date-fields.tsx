"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { TextEntry } from "../../fields/fields.tsx";
import { useBuilder, useValue } from "../../model/builder.ts";
import { textOf } from "../../model/paths.ts";
import { readDate, recognizeFormat } from "./read-date.ts";

const FIELDS = {
  updated: { field: "updatedDateField", format: "updatedDateFormat", zone: "updatedDateTimezone" },
  created: { field: "createdDateField", format: "createdDateFormat", zone: "createdDateTimezone" },
} as const;

/** The format of a date that names none. */
const STANDARD_FORMAT = "yyyy-MM-dd'T'HH:mm:ssXXX";

/** Where a row has its date, how it is written, and a tester for the format. */
export function DateFields({ at, which }: { at: number; which: keyof typeof FIELDS }) {
  const t = useTranslations("builder.events.date");
  const dates = ["resources", at, "datesConfiguration"] as const;
  const { field, format, zone } = FIELDS[which];
  const set = useBuilder((builder) => builder.set);
  const mayChange = useBuilder((builder) => builder.mayChange);
  const written = textOf(useValue([...dates, format]));
  const zoneName = textOf(useValue([...dates, zone]));
  const [sample, setSample] = useState("");
  const recognized = sample.trim() === "" ? undefined : recognizeFormat(sample);
  return (
    <fieldset className="grid gap-4 rounded-xl border border-line p-4">
      <legend className="px-1 font-medium text-sm">{t(which)}</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextEntry path={[...dates, field]} label={t("field")} help={t(`${which}Help`)} required={false} />
        <TextEntry
          path={[...dates, format]}
          label={t("format")}
          help={t("formatHelp")}
          placeholder={STANDARD_FORMAT}
          required={false}
        />
        <TextEntry path={[...dates, zone]} label={t("zone")} help={t("zoneHelp")} required={false} />
      </div>
      <div className="grid gap-2">
        <TextField label={t("sample")} help={t("sampleHelp")} value={sample} onChange={setSample} autoComplete="off" />
        {sample.trim() !== "" && (
          <p role="status" className="break-words text-sm">
            <Reading sample={sample} format={written || STANDARD_FORMAT} zone={zoneName} />
          </p>
        )}
        {recognized !== undefined && recognized !== (written || STANDARD_FORMAT) && mayChange && (
          <Button className="justify-self-start" onClick={() => set([...dates, format], recognized)}>
            {t("use", { format: recognized })}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function Reading({ sample, format, zone }: { sample: string; format: string; zone: string }) {
  const t = useTranslations("builder.events.date");
  const reading = readDate(sample, format, zone);
  if (reading === "unreadable") return <span className="text-failure">{t("unreadable", { format })}</span>;
  if ("problem" in reading) return <span className="text-failure">{reading.problem}</span>;
  return <span className="text-success">{t("read", { iso: reading.iso })}</span>;
}

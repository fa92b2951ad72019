"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useBuilder, useValue } from "../model/builder.ts";
import { type Path, textOf } from "../model/paths.ts";
import { TextEntry } from "./fields.tsx";
import { readDate, recognizeFormat } from "./read-date.ts";

/** The format of a date without one. */
const STANDARD_FORMAT = "yyyy-MM-dd'T'HH:mm:ssXXX";

/** A date of a row: the places of the draft that name its field, its format and its time zone. */
type Props = { which: "updated" | "created"; field: Path; format: Path; zone?: Path };

const NOWHERE: Path = ["no zone"];

/** The field of a row's date, its format, and a tester for the format. */
export function DateFields({ which, field, format, zone }: Props) {
  const t = useTranslations("builder.events.date");
  const set = useBuilder((builder) => builder.set);
  const mayChange = useBuilder((builder) => builder.mayChange);
  const written = textOf(useValue(format));
  const zoneName = textOf(useValue(zone ?? NOWHERE));
  const [sample, setSample] = useState("");
  const recognized = sample.trim() === "" ? undefined : recognizeFormat(sample);
  return (
    <fieldset className="grid gap-4 rounded-xl border border-line p-4">
      <legend className="px-1 font-medium text-sm">{t(which)}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">
        <TextEntry path={field} label={t("field")} help={t(`${which}Help`)} required={false} />
        <TextEntry
          path={format}
          label={t("format")}
          help={t("formatHelp")}
          placeholder={STANDARD_FORMAT}
          required={false}
        />
        {zone && <TextEntry path={zone} label={t("zone")} help={t("zoneHelp")} required={false} />}
      </div>
      <div className="grid gap-2">
        <TextField label={t("sample")} help={t("sampleHelp")} value={sample} onChange={setSample} autoComplete="off" />
        {sample.trim() !== "" && (
          <p role="status" className="break-words text-sm">
            <Reading sample={sample} format={written || STANDARD_FORMAT} zone={zoneName} />
          </p>
        )}
        {recognized !== undefined && recognized !== (written || STANDARD_FORMAT) && mayChange && (
          <Button className="justify-self-start" onClick={() => set(format, recognized)}>
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

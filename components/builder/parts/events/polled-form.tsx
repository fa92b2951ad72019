"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { compilePollUrl } from "#server/element/polling/poll-url.ts";
import { isolated } from "../../../ui/isolated.ts";
import { TextField } from "../../../ui/text-field.tsx";
import { DateFields } from "../../fields/date-fields.tsx";
import { SwitchEntry, TextEntry } from "../../fields/fields.tsx";
import { BuilderProvider, type BuilderStore, useBuilder, useValue } from "../../model/builder.ts";
import { textOf } from "../../model/paths.ts";
import { TryPoll } from "./try-poll.tsx";

const HOUR = 3_600_000;

/** One polled resource. `outer` is the store of the element, whose drafts are tried. */
export function PolledForm({ at, taken, outer }: { at: number; taken: readonly string[]; outer: BuilderStore }) {
  const t = useTranslations("builder.events");
  const place = ["resources", at] as const;
  const dates = [...place, "datesConfiguration"] as const;
  const resource = textOf(useValue([...place, "resource"]));
  const createdField = textOf(useValue([...dates, "createdDateField"])).trim();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField at={at} taken={taken} />
        <TextEntry path={[...place, "idField"]} label={t("idField")} help={t("idFieldHelp")} required />
      </div>
      <TextEntry path={[...place, "url"]} label={t("url")} help={t("urlHelp")} required />
      <FilledUrl url={textOf(useValue([...place, "url"]))} />
      <DateFields
        which="updated"
        field={[...dates, "updatedDateField"]}
        format={[...dates, "updatedDateFormat"]}
        zone={[...dates, "updatedDateTimezone"]}
      />
      <DateFields
        which="created"
        field={[...dates, "createdDateField"]}
        format={[...dates, "createdDateFormat"]}
        zone={[...dates, "createdDateTimezone"]}
      />
      {createdField === "" && (
        <p role="note" className="rounded-xl border border-waiting px-4 py-3 text-sm">
          {t("noCreatedDate")}
        </p>
      )}
      <details className="rounded-xl border border-line p-3">
        <summary className="cursor-pointer font-medium text-sm">{t("more")}</summary>
        <div className="mt-3 grid gap-4">
          <SwitchEntry
            path={[...place, "filterByUpdatedDate"]}
            label={t("filters")}
            help={t("filtersHelp")}
            otherwise
          />
          <div className="grid gap-4 sm:grid-cols-3">
            <TextEntry path={[...place, "pageSize"]} label={t("pageSize")} required={false} />
            <TextEntry
              path={[...place, "createdCheckTolerance"]}
              label={t("tolerance")}
              help={t("toleranceHelp")}
              required={false}
            />
            <TextEntry path={[...place, "pollDelay"]} label={t("delay")} help={t("delayHelp")} required={false} />
          </div>
        </div>
      </details>
      <BuilderProvider value={outer}>
        <TryPoll resource={resource} />
      </BuilderProvider>
    </>
  );
}

/** Two entries with the same name would become one: a name is applied on blur. */
function NameField({ at, taken }: { at: number; taken: readonly string[] }) {
  const t = useTranslations("builder.events");
  const path = ["resources", at, "resource"] as const;
  const saved = textOf(useValue(path));
  const set = useBuilder((builder) => builder.set);
  const [typed, setTyped] = useState<string | null>(null);
  const name = (typed ?? saved).trim();
  const problem =
    name === "" ? t("nameEmpty") : taken.includes(name) ? t("nameTaken", { name: isolated(name) }) : undefined;
  return (
    <TextField
      label={t("resource")}
      help={t("resourceHelp")}
      value={typed ?? saved}
      onChange={setTyped}
      problem={typed === null ? undefined : problem}
      onBlur={() => {
        if (typed !== null && problem === undefined) set(path, name);
        setTyped(null);
      }}
      autoComplete="off"
      required
    />
  );
}

/** The address as the poller would request it for the changes of the last hour. */
function FilledUrl({ url }: { url: string }) {
  const t = useTranslations("builder.events");
  const [since] = useState(() => Date.now() - HOUR);
  const filled = useMemo(() => {
    try {
      const { path, query } = compilePollUrl(url)({ since, configuration: {} });
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
      return { text: [path, ...(pairs.length > 0 ? [pairs.join("&")] : [])].join("?"), isProblem: false };
    } catch (error) {
      return { text: error instanceof Error ? error.message : String(error), isProblem: true };
    }
  }, [url, since]);
  return (
    <p className="break-words text-sm [overflow-wrap:anywhere]">
      <span className="text-muted">{t(filled.isProblem ? "urlProblem" : "requested")} </span>
      <code className={filled.isProblem ? "text-failure" : "font-mono text-xs"}>{filled.text}</code>
    </p>
  );
}

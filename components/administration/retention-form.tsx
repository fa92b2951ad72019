"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Card, Section } from "../ui/page.tsx";
import { PageForm } from "../ui/page-form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useDebounced } from "../ui/use-debounced.ts";
import { useFormat } from "../ui/use-format.ts";

/** Counting ends here. */
const MOST_COUNTED = 10_000;

type Retention = RouterOutputs["organization"]["retention"];

/** How long data is kept, and what a shorter time deletes, before it is saved. */
export function RetentionForm({ retention: { days: saved, most } }: { retention: Retention }) {
  const t = useTranslations("administration.organization.retention");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [text, setText] = useState(String(saved));
  const days = useDebounced(Number(text));
  const isShorter = Number.isInteger(days) && days >= 1 && days < saved;
  const preview = useQuery(trpc.organization.previewRetention.queryOptions({ days }, { enabled: isShorter }));
  const set = useMutation(
    trpc.organization.setRetention.mutationOptions({
      async onSuccess() {
        toast(t("saved"));
        await queries.invalidateQueries(trpc.organization.pathFilter());
      },
    }),
  );
  function save() {
    set.mutate({ days: Number(text) });
  }
  return (
    <Section title={t("title")} description={t("description", { most })}>
      <PageForm isUnsaved={text !== String(saved) && !set.isPending} onSubmit={save} className="grid max-w-xl gap-4">
        <TextField
          label={t("days")}
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          required
          value={text}
          onChange={setText}
        />
        <div role="status" className="min-h-5 text-muted text-sm">
          {isShorter ? preview.data ? <Deleted preview={preview.data} /> : t("counting") : t("nothing")}
        </div>
        {set.error && <Failed error={set.error} />}
        {preview.error && <Failed error={preview.error} />}
        <Button type="submit" kind="primary" className="justify-self-start" isBusy={set.isPending}>
          {t("save")}
        </Button>
      </PageForm>
    </Section>
  );
}

/** The rows that the next sweep would delete. */
function Deleted({ preview }: { preview: RouterOutputs["organization"]["previewRetention"] }) {
  const t = useTranslations("administration.organization.retention");
  const format = useFormat();
  const counted = preview.counted.filter(({ count }) => count > 0);
  if (counted.length === 0) return t("nothingOld");
  return (
    <Card className="p-4">
      <p>{t("deleted", { before: format.minute(preview.before) })}</p>
      <ul className="mt-2 grid gap-1">
        {counted.map(({ data, count, since }) => (
          <li key={data}>
            <span className="font-medium text-ink">
              {count > MOST_COUNTED
                ? t("moreThan", { count: format.number(MOST_COUNTED), what: t(`many.${data}`) })
                : t(`counts.${data}`, { count })}
            </span>
            {since && <span> {t("since", { since: format.minute(since) })}</span>}
          </li>
        ))}
      </ul>
      {counted.some(({ count }) => count > MOST_COUNTED) && <p className="mt-2">{t("estimate")}</p>}
    </Card>
  );
}

"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type RouterOutputs, useTRPC } from "../../../api/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Failed } from "../../../ui/states.tsx";
import { withQuery } from "../../../ui/with-query.ts";
import { named, useAccounts } from "../../accounts/use-accounts.ts";
import { useBuilderStore } from "../../model/builder.ts";
import { testedDraft } from "../../model/tested-draft.ts";

type Row = RouterOutputs["builder"]["tryPoll"]["rows"][number];

const MOST_SHOWN = 50;

/** Polls once by the draft, and shows what each row would become and why. */
export function TryPoll({ resource }: { resource: string }) {
  const t = useTranslations("builder.events.tryPoll");
  const trpc = useTRPC();
  const store = useBuilderStore();
  const { account } = useAccounts();
  const { mutate, data, error, isPending } = useMutation(trpc.builder.tryPoll.mutationOptions());

  function poll() {
    if (account) mutate({ ...testedDraft(store), ...named(account), resource });
  }

  return (
    <section aria-label={t("title")} className="grid min-w-0 gap-3 rounded-xl border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">{account ? t("help") : t("noAccount")}</p>
        <Button isBusy={isPending} disabled={!account} onClick={poll}>
          {t("verb")}
        </Button>
      </div>
      {error && <Failed error={error} />}
      {data && (
        <div role="status" className="grid min-w-0 gap-2">
          <p className="break-words font-mono text-xs [overflow-wrap:anywhere]">{withQuery(data.path, data.query)}</p>
          {data.problem && <p className="break-words text-sm text-waiting">{data.problem}</p>}
          {data.rows.length === 0 && !data.problem && <p className="text-muted text-sm">{t("none")}</p>}
          <ul aria-label={t("rows")} className="grid min-w-0 gap-1">
            {data.rows.slice(0, MOST_SHOWN).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one poll stay as they are
              <PolledRow key={at} row={row} />
            ))}
          </ul>
          {data.hasMore && <p className="text-muted text-sm">{t("more")}</p>}
        </div>
      )}
    </section>
  );
}

function PolledRow({ row }: { row: Row }) {
  const { id, date, reason } = row;
  const eventType = "eventType" in row ? row.eventType : undefined;
  const t = useTranslations("builder.events.tryPoll");
  return (
    <li className="grid min-w-0 grid-cols-[6rem_minmax(0,1fr)] gap-2 text-sm">
      <span className={eventType ? "text-success" : "text-muted"}>{eventType ?? t("ignored")}</span>
      <span className="min-w-0 break-words [overflow-wrap:anywhere]">
        {id ?? t("noId")} <span className="text-muted text-xs">{[date, reason].filter(Boolean).join(" · ")}</span>
      </span>
    </li>
  );
}

"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, Section } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { deviceOf } from "./device.ts";

/** Where the user is signed in, with a way to end each session. */
export function Sessions() {
  const t = useTranslations("security.sessions");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const list = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery(trpc.security.sessions.queryOptions());
  const ended = async (count: number) => {
    await queries.invalidateQueries(trpc.security.sessions.queryFilter());
    toast(t("ended", { count }));
    list.current?.focus();
  };
  const end = useMutation(trpc.security.endSession.mutationOptions({ onSuccess: () => ended(1) }));
  const endOthers = useMutation(
    trpc.security.endOtherSessions.mutationOptions({ onSuccess: (result) => ended(result.ended) }),
  );
  const failure = end.error ?? endOthers.error;
  return (
    <Section
      title={t("title")}
      description={t("description")}
      actions={
        data &&
        data.length > 1 && (
          <Button isBusy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t("endOthers")}
          </Button>
        )
      }
    >
      <div ref={list} tabIndex={-1} className="rounded-2xl outline-offset-4">
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what={t("loading")} />}
        {failure && <Failed error={failure} />}
        {data && (
          <Card className="overflow-hidden">
            <ul aria-label={t("list")} className="divide-y divide-line">
              {data.map(({ id, isCurrent, userAgent, address, createdDate, lastSeenDate }) => {
                const device = deviceOf(userAgent) ?? t("unknown");
                return (
                  <li
                    key={id}
                    className="grid items-center gap-x-5 gap-y-1 px-5 py-4 md:grid-cols-[minmax(0,1fr)_14rem_7rem]"
                  >
                    <span className="min-w-0">
                      <span className="flex min-w-0 items-center gap-2">
                        <span className="truncate font-medium">{device}</span>
                        {isCurrent && <Badge tone="success">{t("current")}</Badge>}
                      </span>
                      <span className="block truncate text-muted text-sm">{address}</span>
                    </span>
                    <span className="text-muted text-sm">
                      {t(lastSeenDate ? "seen" : "signedIn")}{" "}
                      {(lastSeenDate ?? createdDate) && <RelativeTime at={lastSeenDate ?? createdDate ?? ""} />}
                    </span>
                    {!isCurrent && (
                      <Button
                        kind="quiet"
                        aria-label={t("endNamed", { device })}
                        isBusy={end.isPending && end.variables.session === id}
                        onClick={() => end.mutate({ session: id })}
                      >
                        {t("end")}
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
          </Card>
        )}
      </div>
    </Section>
  );
}

"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Card, Section } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";

type Invitation = RouterOutputs["invite"]["list"][number];

/** The invitations that nobody has accepted yet; nothing if there are none. */
export function OpenInvitations() {
  const t = useTranslations("administration.users.invitations");
  const trpc = useTRPC();
  const place = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery(trpc.invite.list.queryOptions());
  return (
    <div ref={place} tabIndex={-1} className="rounded-2xl outline-offset-4">
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data && data.length > 0 && (
        <div className="mb-10">
          <Section title={t("title")} description={t("description")}>
            <Card className="overflow-hidden">
              <ul aria-label={t("title")} className="divide-y divide-line">
                {data.map((invitation) => (
                  <Row key={invitation.email} invitation={invitation} onRevoked={() => place.current?.focus()} />
                ))}
              </ul>
            </Card>
          </Section>
        </div>
      )}
    </div>
  );
}

function Row({ invitation, onRevoked }: { invitation: Invitation; onRevoked: () => void }) {
  const t = useTranslations("administration.users.invitations");
  const roles = useTranslations("administration.roles");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { email, roleKey, invitedBy, expiresDate, works } = invitation;
  const revoke = useMutation(
    trpc.invite.revoke.mutationOptions({
      async onSuccess() {
        await queries.invalidateQueries(trpc.invite.list.pathFilter());
        toast(t("revoked", { email }));
        onRevoked();
      },
    }),
  );
  return (
    <li className="grid items-center gap-x-5 gap-y-2 px-5 py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,12rem)_10rem_6rem]">
      <span className="min-w-0">
        <span translate="no" className="block truncate font-medium">
          {email}
        </span>
        <span className="block truncate text-muted text-sm">
          {invitedBy ? t.rich("by", { name: () => <bdi translate="no">{invitedBy}</bdi> }) : t("byDeleted")}
        </span>
        {!works && <span className="block text-sm text-waiting">{t("dead")}</span>}
      </span>
      <span className="truncate text-sm">{roles(roleKey as "org")}</span>
      <span className="text-muted text-sm">
        {t("expires")} <RelativeTime at={expiresDate} isAhead />
      </span>
      <span className="flex md:justify-end">
        <ConfirmButton
          title={t("question", { email })}
          description={t("consequence")}
          verb={t("revoke")}
          isBusy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate({ email })}
        />
      </span>
    </li>
  );
}

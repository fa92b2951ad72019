"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from "#server/account/audit-kinds.ts";
import type { RouterOutputs } from "../api/trpc.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { AuditChanges } from "./audit-changes.tsx";

type Entry = RouterOutputs["audit"]["list"]["items"][number];

/** One change: what, on which object, by whom, from where and when; and what it replaced. */
export function AuditRow({ entry }: { entry: Entry }) {
  const t = useTranslations("administration.audit");
  const { entityId, parentId, userId, userName, agent, address, createdDate } = entry;
  const [isOpen, setIsOpen] = useState(false);
  const { changes = [] } = entry;
  const entity = AUDIT_ENTITIES.find((known) => known === entry.entity);
  const action = AUDIT_ACTIONS.find((known) => known === entry.action);
  return (
    <li className="px-5 py-3">
      <div className="grid items-baseline gap-x-5 gap-y-1 text-sm md:grid-cols-[10rem_minmax(0,1fr)_minmax(0,14rem)_8rem]">
        <span className="truncate font-medium">{action ? t(`actions.${action}`) : entry.action}</span>
        <span className="min-w-0">
          <span className="block truncate">
            {t("entityNamed", { entity: entity ? t(`entities.${entity}`) : entry.entity, id: entityId })}
            {parentId !== undefined && <span className="text-muted"> {t("partOf", { id: parentId })}</span>}
          </span>
          {changes.length > 0 && (
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
              className="min-h-6 text-accent hover:underline"
            >
              {t("changes", { count: changes.length })}
            </button>
          )}
        </span>
        <span className="min-w-0">
          <span className="block truncate">
            {userName ??
              (userId === 0 ? t(address ? "unknownUser" : "operator") : t("userNumber", { id: String(userId) }))}
          </span>
          <span className="block truncate text-muted text-xs">
            {[agent && t("agent", { agent }), address].filter(Boolean).join(" · ")}
          </span>
        </span>
        <span className="text-muted">
          <RelativeTime at={createdDate} />
        </span>
      </div>
      {isOpen && <AuditChanges changes={changes} />}
    </li>
  );
}

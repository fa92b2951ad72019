"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useRef } from "react";
import { cutText } from "#server/cut-text.ts";
import { type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { DeleteButton } from "../../ui/delete-button.tsx";
import { Card } from "../../ui/page.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { LevelBadge } from "../level-badge.tsx";

type Described = RouterOutputs["commonResource"]["read"];
type Field = Described["fields"][number];

/** The fields of a common resource, which can be deleted if nothing maps them. */
export function FieldList({ name, fields }: Described) {
  const t = useTranslations("common-resources.page");
  const list = useRef<HTMLDivElement>(null);
  return (
    <div ref={list} tabIndex={-1} className="rounded-2xl outline-offset-4">
      {fields.length === 0 ? (
        <p className="text-muted text-sm">{t("noFields")}</p>
      ) : (
        <Card className="overflow-hidden">
          <ul aria-label={t("fields")} className="divide-y divide-line">
            {fields.map((field) => (
              <li
                key={field.path}
                className="grid min-h-13 grid-cols-[minmax(0,1fr)_auto_auto_2.5rem] items-center gap-3 py-1 pr-2 pl-5 text-sm"
              >
                <span className="min-w-0">
                  <code className="block truncate font-mono">{field.path}</code>
                  {field.displayName && <span className="block truncate text-muted text-xs">{field.displayName}</span>}
                </span>
                <span className="max-w-32 truncate text-muted">{field.type}</span>
                <LevelBadge level={field.level} />
                {field.mayDelete && <DeleteField name={name} field={field} onDeleted={() => list.current?.focus()} />}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

function DeleteField({ name, field, onDeleted }: { name: string; field: Field; onDeleted: () => void }) {
  const t = useTranslations("common-resources.page");
  const format = useFormatter();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { path, level, mappedBy } = field;
  const { mutate, error, isPending } = useMutation(
    trpc.commonResource.deleteField.mutationOptions({
      async onSuccess() {
        await queries.invalidateQueries(trpc.commonResource.pathFilter());
        toast(t("fieldDeleted", { path: cutText(path, 100) }));
        onDeleted();
      },
    }),
  );
  if (level !== "organization" && level !== "account") return null;
  return (
    <DeleteButton
      isIcon
      name={cutText(path, 100)}
      kind={t("fieldKind")}
      description={t("deleteField", { name })}
      obstacles={
        mappedBy.length > 0 && (
          <p className="text-sm">{t("fieldMapped", { elements: format.list(mappedBy), count: mappedBy.length })}</p>
        )
      }
      isBusy={isPending}
      error={error}
      onDelete={() => mutate({ name, level, path })}
    />
  );
}

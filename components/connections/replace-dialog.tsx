"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Failed } from "../ui/states.tsx";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";

type Props = { connection: RouterOutputs["connection"]["read"]; open: boolean; onOpenChange: (open: boolean) => void };

/** Replaces a connection with another everywhere; first lists what uses it. */
export function ReplaceDialog({ connection: { id, name, hub, usedBy }, open, onOpenChange }: Props) {
  const t = useTranslations("connections.replace");
  const field = useId();
  const [to, setTo] = useState("");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const connections = useQuery({ ...trpc.connection.names.queryOptions(), enabled: open });
  const others = (connections.data ?? []).filter((other) => other.id !== id);
  const chosen = others.find((other) => String(other.id) === to);
  // The list of names does not include when a grant expires.
  const read = useQuery({
    ...trpc.connection.read.queryOptions({ elementInstanceId: Number(to) }),
    enabled: open && to !== "",
  });
  const { mutate, error, isPending } = useMutation(
    trpc.connection.replace.mutationOptions({
      onSuccess: async ({ replaced }) => {
        await Promise.all([
          queries.invalidateQueries(trpc.connection.pathFilter()),
          queries.invalidateQueries(trpc.formulaInstance.pathFilter()),
        ]);
        onOpenChange(false);
        toast(t("done", { name }), t("doneDescription", { count: replaced }));
      },
    }),
  );
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title", { name })} description={t("description")}>
      <Form
        className="grid gap-5"
        onSubmit={() => {
          if (chosen) mutate({ from: id, to: chosen.id });
        }}
      >
        <div className="grid gap-1.5">
          <label htmlFor={field} className="font-medium text-sm">
            {t("by")}
          </label>
          <select id={field} value={to} onChange={({ target }) => setTo(target.value)} className={INPUT_LOOK}>
            <option value="">{t("choose")}</option>
            {others.map((other) => (
              <option key={other.id} value={String(other.id)}>
                {t("one", { name: other.name, element: other.elementName })}
              </option>
            ))}
          </select>
          {chosen && chosen.hub !== hub && (
            <p role="alert" className="text-sm text-waiting">
              {t("otherHub")}
            </p>
          )}
          {chosen && read.data && !["works", "untried", "unused", "unproven"].includes(read.data.standing) && (
            <p role="alert" className="text-sm text-waiting">
              {t("notWorking")}
            </p>
          )}
        </div>
        <table className="w-full text-left text-sm">
          <caption className="mb-1 text-left font-medium">{t("changes")}</caption>
          <thead className="text-muted text-xs">
            <tr>
              <th className="py-1 pr-3 font-normal">{t("instance")}</th>
              <th className="py-1 font-normal">{t("variable")}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {usedBy.map((use) => (
              <tr key={use.id}>
                <td className="py-1.5 pr-3">
                  {use.formulaName} <span className="text-muted">· {use.name}</span>
                </td>
                <td className="py-1.5">
                  {use.variables.join(", ")}
                  {chosen && <span className="block text-muted text-xs">{t("becomes", { name: chosen.name })}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {error && <Failed error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>{t("cancel")}</Button>
          <Button type="submit" kind="primary" disabled={!chosen} isBusy={isPending}>
            {t("verb", { count: usedBy.length })}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type Answer, useTRPC } from "../shell/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Failed } from "../ui/states.tsx";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { useSay } from "../ui/toasts.tsx";

type Props = { connection: Answer["connection"]["read"]; open: boolean; onOpenChange: (open: boolean) => void };

/** Lets everything that uses a connection use another; shows first what that is. */
export function ReplaceDialog({ connection: { id, name, hub, usedBy }, open, onOpenChange }: Props) {
  const field = useId();
  const [to, setTo] = useState("");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const say = useSay();
  const connections = useQuery({ ...trpc.connection.list.queryOptions(), enabled: open });
  const others = (connections.data ?? []).filter((other) => other.id !== id);
  const chosen = others.find((other) => String(other.id) === to);
  const { mutate, error, isPending } = useMutation(
    trpc.connection.replace.mutationOptions({
      onSuccess: async ({ replaced }) => {
        await Promise.all([
          queries.invalidateQueries(trpc.connection.pathFilter()),
          queries.invalidateQueries(trpc.formulaInstance.pathFilter()),
        ]);
        onOpenChange(false);
        say(
          `${name} was replaced`,
          `${replaced} formula ${replaced === 1 ? "instance uses" : "instances use"} another one now.`,
        );
      },
    }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Replace ${name} everywhere`}
      words="The connection itself stays. Runs that are under way keep what they began with."
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen) mutate({ from: id, to: chosen.id });
        }}
      >
        <div className="grid gap-1.5">
          <label htmlFor={field} className="font-medium text-sm">
            With
          </label>
          <select id={field} value={to} onChange={({ target }) => setTo(target.value)} className={INPUT_LOOK}>
            <option value="">Choose a connection …</option>
            {others.map((other) => (
              <option key={other.id} value={String(other.id)}>
                {other.name} ({other.elementName})
              </option>
            ))}
          </select>
          {chosen && chosen.hub !== hub && (
            <p role="alert" className="text-sm text-waiting">
              It is of another hub: the calls of these formulas may not exist there.
            </p>
          )}
          {chosen && chosen.standing !== "works" && (
            <p role="alert" className="text-sm text-waiting">
              It does not work at the moment.
            </p>
          )}
        </div>
        <table className="w-full text-left text-sm">
          <caption className="mb-1 text-left font-medium">What changes</caption>
          <thead className="text-muted text-xs">
            <tr>
              <th className="py-1 pr-3 font-normal">Formula instance</th>
              <th className="py-1 font-normal">Variable</th>
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
                  {chosen && <span className="block text-muted text-xs">becomes {chosen.name}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {error && <Failed error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Not now</Button>
          <Button type="submit" kind="primary" disabled={!chosen} isBusy={isPending}>
            Replace in {usedBy.length} {usedBy.length === 1 ? "instance" : "instances"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { Link } from "../../ui/link.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { useBuilder, useElement } from "../model/builder.ts";

type Affected = RouterOutputs["builder"]["impact"][number];

const MOST_SHOWN = 20;

/** The breaking changes of publishing the draft, and who is affected. */
export function ImpactList({ elementId }: { elementId: number }) {
  const t = useTranslations("builder.impact");
  const trpc = useTRPC();
  const draft = useElement();
  const mayChange = useBuilder((builder) => builder.mayChange);
  const { mutate, data, error } = useMutation(trpc.builder.impact.mutationOptions());
  useEffect(() => {
    // The server validates its input; a draft is a valid input of clients.
    if (mayChange) mutate({ elementId, element: draft as unknown as Parameters<typeof mutate>[0]["element"] });
  }, [mutate, mayChange, elementId, draft]);
  if (error) return <Failed error={error} />;
  if (!data) return <Loading what={t("loading")} />;
  const byName = Map.groupBy(data, nameOf);
  const sharesName = (one: Affected) => new Set(byName.get(nameOf(one))?.map(({ id }) => id)).size > 1;
  if (data.length === 0) return <p className="text-muted text-sm">{t("none")}</p>;
  return (
    <section aria-labelledby="builder-impact" className="grid gap-2 rounded-xl border border-waiting/50 p-3 text-sm">
      <h3 id="builder-impact" className="font-medium text-waiting">
        {t("title", { count: data.length })}
      </h3>
      <ul className="grid gap-2">
        {data.slice(0, MOST_SHOWN).map((affected) => (
          <li key={`${affected.kind} ${affected.id} ${affected.message}`} className="min-w-0">
            <AffectedName affected={affected} sharesName={sharesName(affected)} />
            <span className="block break-words text-muted text-xs [overflow-wrap:anywhere]">{affected.message}</span>
          </li>
        ))}
      </ul>
      {data.length > MOST_SHOWN && <p className="text-muted">{t("more", { count: data.length - MOST_SHOWN })}</p>}
    </section>
  );
}

const nameOf = ({ kind, name }: Affected): string => `${kind} ${name}`;

/** Things with the same name show their ids. */
function AffectedName({ affected: { kind, id, name }, sharesName }: { affected: Affected; sharesName: boolean }) {
  const t = useTranslations("builder.impact");
  if (id === null || name === null) return <span className="font-medium">{t("hidden")}</span>;
  const href =
    kind === "instance" ? routeTo("connection", { elementInstanceId: id }) : routeTo("formula", { formulaId: id });
  return (
    <Link href={href} className="break-words font-medium text-accent hover:underline">
      {t(kind, { name })}
      {sharesName && ` #${id}`}
    </Link>
  );
}

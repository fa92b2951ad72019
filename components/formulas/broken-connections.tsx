"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "../shell/trpc.ts";
import type { Formula, Instance } from "./formula-page.tsx";

type Props = { formula: Formula; instances: Pick<Instance, "configuration">[] };

/** Says which of the connections in use do not work, and leads to where that is put right. */
export function BrokenConnections({ formula, instances }: Props) {
  const t = useTranslations("formulas.broken");
  const trpc = useTRPC();
  const { data = [] } = useQuery(trpc.connection.list.queryOptions());
  const keys = formula.configuration.filter(({ type }) => type === "elementInstance").map(({ key }) => key);
  const used = new Set(instances.flatMap(({ configuration }) => keys.map((key) => String(configuration[key]))));
  const broken = data.filter(({ id, valid, disabled }) => used.has(String(id)) && (!valid || disabled));
  return broken.map(({ id, name, disabled }) => (
    <p
      key={id}
      role="status"
      className="flex items-start gap-3 rounded-xl border border-failure/40 bg-surface p-4 text-sm"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-failure" />
      <span>
        {t(disabled ? "off" : "lost", { name })}{" "}
        <Link href={`/connections/${id}` as never} className="text-accent underline underline-offset-2">
          {t(disabled ? "switchOn" : "connect")}
        </Link>
      </span>
    </p>
  ));
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { isolated } from "../ui/isolated.ts";
import { Link } from "../ui/link.tsx";

type Props = { formulaId: number; formulaInstanceId?: number };

/** Lists the broken connections of a formula or of one of its instances, with links to them. */
export function BrokenConnections(props: Props) {
  const t = useTranslations("formulas.broken");
  const trpc = useTRPC();
  const { data = [] } = useQuery(trpc.connection.broken.queryOptions(props));
  return data.map(({ id, name, disabled }) => (
    <Warning key={id}>
      {t(disabled ? "off" : "lost", { name: isolated(name) })}{" "}
      <Link
        href={routeTo("connection", { elementInstanceId: id })}
        className="text-accent underline underline-offset-2"
      >
        {t(disabled ? "switchOn" : "connect")}
      </Link>
    </Warning>
  ));
}

/** The problems that prevent a formula or an instance from working. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <p role="status" className="flex items-start gap-3 rounded-xl border border-failure/40 bg-surface p-4 text-sm">
    <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-failure" />
    <span>{children}</span>
  </p>
);

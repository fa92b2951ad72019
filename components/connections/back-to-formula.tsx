"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { LinkButton } from "../ui/button.tsx";

/** Leads back to the formula that needed the connection, if the address names one. */
export function BackToFormula() {
  const t = useTranslations("connections.page");
  const trpc = useTRPC();
  const formulaId = useAddressFilters(["formula"]).id("formula");
  const { data } = useQuery({
    ...trpc.formula.read.queryOptions({ formulaId: formulaId ?? 0 }),
    enabled: formulaId !== undefined,
  });
  if (formulaId === undefined || !data) return null;
  return (
    <LinkButton kind="primary" href={routeTo("formula", { formulaId })}>
      {t("backToFormula", { name: cutText(data.name, 40) })}
    </LinkButton>
  );
}

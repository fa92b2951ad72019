"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { LinkButton } from "../ui/button.tsx";
import { useWayBack } from "./use-way-back.ts";

/** Leads back to the formula, or its instance, that needed the connection, if the address names one, and brings it. */
export function BackToFormula({ elementInstanceId }: { elementInstanceId: number }) {
  const t = useTranslations("connections.page");
  const trpc = useTRPC();
  const { formula: formulaId, instance, variable } = useWayBack();
  const { data } = useQuery({
    ...trpc.formula.read.queryOptions({ formulaId: formulaId ?? 0 }),
    enabled: formulaId !== undefined,
  });
  if (formulaId === undefined || !data) return null;
  const chosen = { variable, connection: variable === undefined ? undefined : elementInstanceId };
  const place =
    instance === undefined
      ? routeTo("formula", { formulaId, ...chosen })
      : routeTo("formulaInstance", { formulaId, formulaInstanceId: instance, ...chosen });
  return (
    <LinkButton kind="primary" href={place}>
      {t("backToFormula", { name: cutText(data.name, 40) })}
    </LinkButton>
  );
}

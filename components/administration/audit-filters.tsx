"use client";

import { useLocale, useTranslations } from "next-intl";
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from "#server/account/audit-kinds.ts";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { FilterFields } from "../ui/filter-fields.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { TextField } from "../ui/text-field.tsx";

export const AUDIT_FILTERS = ["entity", "id", "action", "user", "from", "to"] as const;

/** The filters of the audit log. */
export function AuditFilters() {
  const t = useTranslations("administration.audit");
  const common = useTranslations("administration");
  const { text, narrow } = useAddressFilters(AUDIT_FILTERS);
  const all = { value: "", label: common("all") };
  const { compare } = new Intl.Collator(useLocale());
  const byLabel = (one: { label: string }, other: { label: string }) => compare(one.label, other.label);
  const entities = AUDIT_ENTITIES.map((value) => ({ value, label: t(`entities.${value}`) }));
  const actions = AUDIT_ACTIONS.map((value) => ({ value, label: t(`actions.${value}`) }));
  return (
    <FilterFields>
      <SelectField
        label={t("entity")}
        value={text("entity") ?? ""}
        options={[all, ...entities.toSorted(byLabel)]}
        onChange={(value) => narrow({ entity: value })}
      />
      <TextField label={t("entityId")} value={text("id") ?? ""} onChange={(value) => narrow({ id: value.trim() })} />
      <SelectField
        label={t("action")}
        value={text("action") ?? ""}
        options={[all, ...actions.toSorted(byLabel)]}
        onChange={(value) => narrow({ action: value })}
      />
      <TextField
        label={t("userId")}
        inputMode="numeric"
        value={text("user") ?? ""}
        onChange={(value) => narrow({ user: value.trim() })}
      />
      <TextField
        label={t("from")}
        type="date"
        value={text("from") ?? ""}
        onChange={(value) => narrow({ from: value })}
      />
      <TextField label={t("to")} type="date" value={text("to") ?? ""} onChange={(value) => narrow({ to: value })} />
    </FilterFields>
  );
}

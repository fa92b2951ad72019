"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Section } from "../ui/page.tsx";
import { PageForm } from "../ui/page-form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useDebounced } from "../ui/use-debounced.ts";

type Policy = RouterOutputs["organization"]["read"]["passwordPolicy"];

/** The numbers of a policy, in the order of the form. */
const NUMBERS = {
  minLength: { min: 8, max: 256 },
  minUppercase: { min: 0, max: 10 },
  minLowercase: { min: 0, max: 10 },
  minNumbers: { min: 0, max: 10 },
  minSymbols: { min: 0, max: 10 },
  previousPasswordCount: { min: 0, max: 9 },
  expirationDays: { min: 0, max: 36_500 },
} as const satisfies Partial<Record<keyof Policy, { min: number; max: number }>>;

type NumberName = keyof typeof NUMBERS;
const NAMES = Object.keys(NUMBERS) as NumberName[];

/** The rules for new passwords, and how many present ones would have expired. */
export function PasswordPolicyForm({ policy }: { policy: Policy }) {
  const t = useTranslations("administration.organization.passwords");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [numbers, setNumbers] = useState(
    () => Object.fromEntries(NAMES.map((name) => [name, String(policy[name])])) as Record<NumberName, string>,
  );
  const [symbols, setSymbols] = useState(policy.symbolCharacterSet);
  const set = useMutation(
    trpc.organization.setPasswordPolicy.mutationOptions({
      async onSuccess() {
        toast(t("saved"));
        await queries.invalidateQueries(trpc.organization.read.pathFilter());
      },
    }),
  );
  function save() {
    const counts = Object.fromEntries(NAMES.map((name) => [name, Number(numbers[name])])) as Record<NumberName, number>;
    set.mutate({ ...counts, symbolCharacterSet: symbols });
  }
  const isChanged =
    symbols !== policy.symbolCharacterSet || NAMES.some((name) => numbers[name] !== String(policy[name]));
  return (
    <Section title={t("title")} description={t("description")}>
      <PageForm isUnsaved={isChanged && !set.isPending} onSubmit={save} className="grid max-w-xl gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {NAMES.map((name) => (
            <TextField
              key={name}
              type="number"
              inputMode="numeric"
              {...NUMBERS[name]}
              required
              label={t(`fields.${name}`)}
              value={numbers[name]}
              onChange={(value) => setNumbers({ ...numbers, [name]: value })}
            />
          ))}
        </div>
        <TextField
          label={t("fields.symbolCharacterSet")}
          required
          maxLength={100}
          value={symbols}
          onChange={setSymbols}
        />
        <ExpiredPasswords days={numbers.expirationDays} />
        {set.error && <Failed error={set.error} />}
        <Button type="submit" kind="primary" className="justify-self-start" isBusy={set.isPending}>
          {t("save")}
        </Button>
      </PageForm>
    </Section>
  );
}

/** How many users would have to change their password, before the policy is saved. */
function ExpiredPasswords({ days }: { days: string }) {
  const t = useTranslations("administration.organization.passwords");
  const trpc = useTRPC();
  const expirationDays = useDebounced(Number(days));
  const { min, max } = NUMBERS.expirationDays;
  const isValid = Number.isInteger(expirationDays) && expirationDays >= min && expirationDays <= max;
  const { data } = useQuery(trpc.organization.expiredPasswords.queryOptions({ expirationDays }, { enabled: isValid }));
  return (
    <p role="status" className="min-h-5 text-muted text-sm">
      {isValid && (expirationDays === 0 ? t("neverExpire") : data && t("expired", { count: data.users }))}
    </p>
  );
}

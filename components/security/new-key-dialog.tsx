"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { KEY_AREAS, type KeyArea, type KeyScope } from "#server/account/api-key-scopes.ts";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { ShownKey } from "./shown-key.tsx";

type Level = "none" | "read" | "write";
type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const LEVELS: readonly Level[] = ["none", "read", "write"];
const DAYS = ["30", "90", "365"] as const;
const NOTHING = Object.fromEntries(KEY_AREAS.map((area) => [area, "none"])) as Record<KeyArea, Level>;

/** Creates an API key and shows it once. */
export function NewKeyDialog({ open, onOpenChange }: Props) {
  const t = useTranslations("security.newKey");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [days, setDays] = useState<string>("90");
  const [levels, setLevels] = useState(NOTHING);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const { reset, ...create } = useMutation(
    trpc.apiKey.create.mutationOptions({
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries(trpc.apiKey.pathFilter()),
    }),
  );
  useEffect(() => {
    if (open) return;
    reset();
    setName("");
    setDays("90");
    setLevels(NOTHING);
    setIsIncomplete(false);
  }, [open, reset]);
  const scopes = KEY_AREAS.flatMap((area): KeyScope[] => {
    const level = levels[area];
    return level === "none" ? [] : [`${area}:${level}`];
  });

  return (
    <Dialog
      title={t("title")}
      open={open}
      onOpenChange={onOpenChange}
      isBusy={create.isPending}
      awaitsSecret={create.isPending}
    >
      {create.data ? (
        <ShownKey value={create.data.key} onDone={() => onOpenChange(false)} />
      ) : (
        <Form
          className="grid gap-4"
          onSubmit={() => {
            setIsIncomplete(scopes.length === 0);
            if (scopes.length > 0) create.mutate({ name, scopes, ...(days !== "" && { expiresInDays: Number(days) }) });
          }}
        >
          <TextField label={t("name")} help={t("nameHelp")} required maxLength={100} value={name} onChange={setName} />
          <SelectField
            label={t("expires")}
            value={days}
            options={[
              ...DAYS.map((value) => ({ value: value as string, label: t("days", { count: Number(value) }) })),
              { value: "", label: t("never") },
            ]}
            onChange={setDays}
          />
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-medium text-sm">{t("access")}</legend>
            {KEY_AREAS.map((area) => (
              <AreaField
                key={area}
                label={t(`areas.${area}`)}
                level={levels[area]}
                onChange={(level) => setLevels({ ...levels, [area]: level })}
              />
            ))}
            {isIncomplete && (
              <p role="alert" className="text-failure text-sm">
                {t("needed")}
              </p>
            )}
          </fieldset>
          {create.error && <Failed error={create.error} />}
          <Button type="submit" kind="primary" className="justify-self-end" isBusy={create.isPending}>
            {t("create")}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}

function AreaField({ label, level, onChange }: { label: string; level: Level; onChange: (level: Level) => void }) {
  const t = useTranslations("security.newKey.levels");
  return (
    <label className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      {label}
      <select
        value={level}
        onChange={(event) => onChange(LEVELS.find((one) => one === event.target.value) ?? "none")}
        className="min-h-10 rounded-lg border border-edge bg-ground px-3 text-sm"
      >
        {LEVELS.map((one) => (
          <option key={one} value={one}>
            {t(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

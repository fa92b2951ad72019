"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Form } from "../../ui/form.tsx";

type Props = { at: number; most: number; onGo: (visit: number) => void };

/** Goes to any iteration of a step by its number. */
export function IterationField({ at, most, onGo }: Props) {
  const t = useTranslations("executions.iterations");
  const [edited, setEdited] = useState<string | null>(null);
  return (
    <Form
      noValidate
      onSubmit={() => {
        setEdited(null);
        onGo(Math.min(most, Math.max(1, Math.trunc(Number(edited)) || at)));
      }}
    >
      <label className="flex items-center gap-1.5">
        {t("go")}
        <input
          type="number"
          min={1}
          max={most}
          value={edited ?? String(at)}
          onChange={({ target }) => setEdited(target.value)}
          className="min-h-8 w-20 rounded-md border border-edge bg-surface px-2 tabular-nums"
        />
      </label>
    </Form>
  );
}

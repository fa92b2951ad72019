"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed } from "../ui/states.tsx";
import { isAhead, type ListedKey } from "./listed.ts";
import { ShownKey } from "./shown-key.tsx";

const HOURS = ["0", "1", "24", "168"];
/** While the key before the last replacement works, the next replacement ends both. */
const AT_ONCE = ["0"];

type Props = { apiKey: ListedKey; open: boolean; onOpenChange: (open: boolean) => void };

/** Replaces an API key, with time to change the applications over, and shows the new one once. */
export function RotateKeyDialog({ apiKey: { id, name, previousUntilDate }, open, onOpenChange }: Props) {
  const t = useTranslations("security.rotateKey");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [chosen, setHours] = useState("24");
  const endsBoth = isAhead(previousUntilDate);
  const hours = endsBoth ? "0" : chosen;
  const { reset, ...rotate } = useMutation(
    trpc.apiKey.rotate.mutationOptions({
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries(trpc.apiKey.pathFilter()),
    }),
  );
  useEffect(() => {
    if (!open) reset();
  }, [open, reset]);
  return (
    <Dialog
      title={t("title", { name })}
      description={t("description")}
      open={open}
      onOpenChange={onOpenChange}
      isBusy={rotate.isPending}
      awaitsSecret={rotate.isPending}
    >
      {rotate.data ? (
        <ShownKey value={rotate.data.key} onDone={() => onOpenChange(false)} />
      ) : (
        <Form className="grid gap-4" onSubmit={() => rotate.mutate({ apiKeyId: id, graceHours: Number(hours) })}>
          <SelectField
            label={t("grace")}
            value={hours}
            options={(endsBoth ? AT_ONCE : HOURS).map((value) => ({
              value,
              label: t("hours", { count: Number(value) }),
            }))}
            onChange={setHours}
          />
          {endsBoth && previousUntilDate && (
            <p className="text-muted text-sm">
              {t("endsBoth")} <RelativeTime at={previousUntilDate} />
            </p>
          )}
          {rotate.error && <Failed error={rotate.error} />}
          <Button type="submit" kind="primary" className="justify-self-end" isBusy={rotate.isPending}>
            {t("verb")}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Section } from "../ui/page.tsx";
import { PageForm } from "../ui/page-form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";

/** The limit of the API. */
const LONGEST = 255;

export function OrganizationName({ name: saved }: { name: string }) {
  const t = useTranslations("administration.organization.name");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState(saved);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const rename = useMutation(
    trpc.organization.rename.mutationOptions({
      async onSuccess() {
        toast(t("saved"));
        await queries.invalidateQueries(trpc.organization.read.pathFilter());
      },
    }),
  );
  function save() {
    setIsMissing(name.trim() === "");
    if (name.trim() === "") field.current?.focus();
    else rename.mutate({ name: name.trim() });
  }
  return (
    <Section title={t("title")} description={t("description")}>
      <PageForm isUnsaved={name.trim() !== saved && !rename.isPending} onSubmit={save} className="grid max-w-xl gap-4">
        <TextField
          label={t("field")}
          required
          maxLength={LONGEST}
          value={name}
          onChange={setName}
          inputRef={field}
          problem={isMissing && name.trim() === "" ? t("missing") : undefined}
        />
        {rename.error && <Failed error={rename.error} />}
        <Button type="submit" kind="primary" className="justify-self-start" isBusy={rename.isPending}>
          {t("save")}
        </Button>
      </PageForm>
    </Section>
  );
}

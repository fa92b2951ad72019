"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Section } from "../ui/page.tsx";
import { PageForm } from "../ui/page-form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";

export function OrganizationName({ name: saved }: { name: string }) {
  const t = useTranslations("administration.organization.name");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState(saved);
  const rename = useMutation(
    trpc.organization.rename.mutationOptions({
      async onSuccess() {
        toast(t("saved"));
        await queries.invalidateQueries(trpc.organization.read.pathFilter());
      },
    }),
  );
  function save(event: FormEvent) {
    event.preventDefault();
    rename.mutate({ name });
  }
  return (
    <Section title={t("title")} description={t("description")}>
      <PageForm isUnsaved={name.trim() !== saved && !rename.isPending} onSubmit={save} className="grid max-w-xl gap-4">
        <TextField label={t("field")} required value={name} onChange={setName} />
        {rename.error && <Failed error={rename.error} />}
        <Button type="submit" kind="primary" className="justify-self-start" isBusy={rename.isPending}>
          {t("save")}
        </Button>
      </PageForm>
    </Section>
  );
}

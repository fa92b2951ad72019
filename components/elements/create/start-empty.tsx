"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { AUTH_TYPES } from "#server/element/auth/registry.ts";
import { typesOf } from "#server/registry.ts";
import { useTRPC } from "../../api/trpc.ts";
import { useKinds } from "../../builder/use-kinds.ts";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { Button } from "../../ui/button.tsx";
import { PageForm } from "../../ui/page-form.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Failed } from "../../ui/states.tsx";
import { TextField } from "../../ui/text-field.tsx";

const TYPES = typesOf(AUTH_TYPES);

/** Creates a draft with the few fields that every element has, and opens it in the builder. */
export function StartEmpty() {
  const t = useTranslations("elements.create");
  const trpc = useTRPC();
  const openScreen = useOpenScreen();
  const { data: hubs = [] } = useQuery(trpc.elements.hubs.queryOptions());
  const kinds = useKinds();
  const [name, setName] = useState("");
  const [hub, setHub] = useState("general");
  const [type, setType] = useState("");
  const [baseUrl, setBaseUrl] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const listId = useId();
  const keep = useMutation(
    trpc.builder.keep.mutationOptions({ onSuccess: ({ id }) => openScreen(routeTo("newBuild", { draft: id })) }),
  );
  const chosen = type || (TYPES[0] ?? "");

  function begin() {
    setIsRefused(name.trim() === "");
    if (name.trim() === "") return nameField.current?.focus();
    const url = {
      ...{ key: "base.url", name: t("baseUrl"), description: t("baseUrl"), defaultValue: baseUrl.trim() },
      hideFromConsole: true,
    };
    const element = {
      ...{ name: name.trim(), hub: hub.trim(), description: "" },
      ...(chosen && { authentication: { type: chosen } }),
      configuration: baseUrl.trim() === "" ? [] : [url],
    };
    keep.mutate({ elementId: null, basedOn: null, draft: null, element });
  }

  return (
    <PageForm isUnsaved={name + baseUrl !== "" && !keep.isPending} noValidate className="grid gap-4" onSubmit={begin}>
      <TextField
        label={t("name")}
        value={name}
        onChange={setName}
        inputRef={nameField}
        maxLength={1000}
        problem={isRefused && name.trim() === "" ? t("nameNeeded") : undefined}
      />
      <TextField label={t("hub")} value={hub} onChange={setHub} help={t("hubHelp")} list={listId} maxLength={255} />
      <datalist id={listId}>
        {hubs.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      <SelectField
        label={t("authentication")}
        value={chosen}
        options={TYPES.map((value) => ({ value, label: kinds.label("authentication", value) }))}
        onChange={setType}
      />
      <TextField label={t("baseUrl")} value={baseUrl} onChange={setBaseUrl} required={false} inputMode="url" />
      {keep.error && <Failed error={keep.error} />}
      <Button type="submit" kind="primary" isBusy={keep.isPending}>
        {t("build")}
      </Button>
    </PageForm>
  );
}

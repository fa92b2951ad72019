"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { accentOf, accentProblem, contrast } from "#server/account/accent.ts";
import { IMAGE_FILES, IMAGE_KINDS } from "#server/account/images/registry.ts";
import { sendForm } from "../api/send-form.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Card, Section } from "../ui/page.tsx";
import { PageForm } from "../ui/page-form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useFormat } from "../ui/use-format.ts";

type Brand = RouterOutputs["organization"]["brand"];

const USUAL = "#1d4ed8";
const KINDS = Object.values(IMAGE_KINDS)
  .map(({ name }) => name)
  .join(", ");

/** The logo and the accent color, which invitations, connect pages and the sign-in show. */
export function BrandingForm({ brand }: { brand: Brand }) {
  const t = useTranslations("administration.organization.branding");
  return (
    <Section title={t("title")} description={t("description")}>
      <div className="grid max-w-xl gap-6">
        <LogoField brand={brand} />
        <AccentField brand={brand} />
      </div>
    </Section>
  );
}

function useSaved(message: "logoSaved" | "logoRemoved" | "colorSaved") {
  const t = useTranslations("administration.organization.branding");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  return {
    async onSuccess() {
      toast(t(message));
      await queries.invalidateQueries(trpc.organization.brand.pathFilter());
    },
  };
}

function LogoField({ brand: { name, logo } }: { brand: Brand }) {
  const t = useTranslations("administration.organization.branding");
  const trpc = useTRPC();
  const id = useId();
  const send = useMutation({
    mutationFn: (file: File) => sendForm("/api/logo", { file, name: file.name }),
    ...useSaved("logoSaved"),
  });
  const remove = useMutation(trpc.organization.removeLogo.mutationOptions(useSaved("logoRemoved")));
  return (
    <div className="grid justify-items-start gap-2">
      <label htmlFor={id} className="font-medium text-sm">
        {t("logo")}
      </label>
      {logo && (
        <span className="rounded-lg border border-line bg-surface p-3">
          {/* biome-ignore lint/performance/noImgElement: a data URL needs no optimization */}
          <img src={logo} alt={name} className="max-h-14 max-w-60 object-contain" />
        </span>
      )}
      <input
        id={id}
        type="file"
        accept={IMAGE_FILES}
        aria-describedby={`${id}-help`}
        className="max-w-full text-sm file:mr-3 file:min-h-10 file:rounded-lg file:border file:border-line file:border-solid file:bg-surface file:px-4 file:font-medium"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) send.mutate(file);
        }}
      />
      <p id={`${id}-help`} className="text-muted text-sm">
        {t("logoHelp", { kinds: KINDS })}
      </p>
      {send.error && <Failed error={send.error} />}
      {remove.error && <Failed error={remove.error} />}
      {logo && (
        <Button
          isBusy={remove.isPending}
          onClick={() => {
            document.getElementById(id)?.focus();
            remove.mutate();
          }}
        >
          {t("removeLogo")}
        </Button>
      )}
    </div>
  );
}

function AccentField({ brand: { accent } }: { brand: Brand }) {
  const t = useTranslations("administration.organization.branding");
  const trpc = useTRPC();
  const saved = accent?.light ?? USUAL;
  const [color, setColor] = useState(saved);
  const set = useMutation(trpc.organization.setAccent.mutationOptions(useSaved("colorSaved")));
  const isColor = /^#[0-9a-f]{6}$/i.test(color);
  function save() {
    set.mutate({ color: color.toLowerCase() === USUAL ? null : color });
  }
  return (
    <PageForm isUnsaved={color.toLowerCase() !== saved && !set.isPending} onSubmit={save} className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <TextField label={t("color")} required maxLength={7} value={color} onChange={setColor} help={t("colorHelp")} />
        <input
          type="color"
          aria-label={t("picker")}
          value={isColor ? color : USUAL}
          onChange={({ target }) => setColor(target.value)}
          className="h-10 w-14 rounded-lg border border-line bg-surface p-1"
        />
      </div>
      <div role="status" className="grid gap-2">
        {isColor && <Samples color={color} />}
      </div>
      {set.error && <Failed error={set.error} />}
      <Button type="submit" kind="primary" className="justify-self-start" isBusy={set.isPending}>
        {t("saveColor")}
      </Button>
    </PageForm>
  );
}

/** The color on both backgrounds, and whether it can be read there. */
function Samples({ color }: { color: string }) {
  const t = useTranslations("administration.organization.branding");
  const { number } = useFormat();
  const { light, dark } = accentOf(color);
  const isRefused = accentProblem(color) !== undefined;
  const sides = [
    { name: t("light"), ground: "#ffffff", shown: light },
    { name: t("dark"), ground: "#0f172a", shown: dark },
  ];
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        {sides.map(({ name, ground, shown }) => (
          <Card key={name} className="overflow-hidden">
            <span
              aria-hidden="true"
              className="flex justify-center p-4 forced-color-adjust-none"
              style={{ background: ground }}
            >
              <span className="h-8 w-24 rounded-lg" style={{ background: shown }} />
            </span>
            <p className="border-line border-t px-3 py-2 text-muted text-sm">
              {t("contrast", { name, contrast: number(Math.floor(contrast(shown, ground) * 10) / 10) })}
            </p>
          </Card>
        ))}
      </div>
      {isRefused && <p className="text-failure text-sm">{t("unreadable")}</p>}
    </>
  );
}

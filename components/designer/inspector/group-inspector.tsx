"use client";

import { Copy, CopyPlus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../../ui/button.tsx";
import { useDesign } from "../model/design.ts";

/** Actions on several selected steps. */
export function GroupInspector({ names }: { names: string[] }) {
  const t = useTranslations("designer");
  const change = useDesign((design) => design.change);
  const goTo = useDesign((design) => design.goTo);
  return (
    <div className="grid gap-4 p-4">
      <h2 className="font-semibold leading-tight">{t("group.title", { count: names.length })}</h2>
      <div className="grid gap-2">
        <Button onClick={copySelection}>
          <Copy aria-hidden="true" className="size-4" /> {t("group.copy")}
        </Button>
        <Button
          onClick={() =>
            change({ do: "duplicateSteps", names }, t("announcements.copied", { names: names.join(", ") }))
          }
        >
          <CopyPlus aria-hidden="true" className="size-4" /> {t("group.duplicate")}
        </Button>
        <Button
          kind="danger"
          onClick={() =>
            change({ do: "removeSteps", names }, t("announcements.deletedMany", { names: names.join(", ") }))
          }
        >
          <Trash2 aria-hidden="true" className="size-4" /> {t("group.delete")}
        </Button>
      </div>
      <ul aria-label={t("group.selected")} className="grid gap-1">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => goTo({ step: name }, undefined)}
              className="min-h-8 w-full break-words rounded-lg px-2 text-left text-accent text-sm hover:bg-tint"
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <p className="text-muted text-xs">{t("group.paste")}</p>
    </div>
  );
}

/** Like Ctrl C, from a button; works without permission for the clipboard API. */
const copySelection = (): boolean => document.execCommand("copy");

"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { routeTo } from "../../screens/screens.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card, Page } from "../../ui/page.tsx";
import { StartByClone } from "./start-by-clone.tsx";
import { StartEmpty } from "./start-empty.tsx";

/** Three ways to a new element: from a description of the API, from scratch, from another element. */
export function NewElement() {
  const t = useTranslations("elements.create");
  const list = useTranslations("elements.list");
  return (
    <Page title={t("title")} back={{ href: routeTo("elements"), label: list("title") }} description={t("description")}>
      <MayChange isExplained>
        <div className="grid items-start gap-6 lg:grid-cols-3">
          <Way title={t("import")} description={t("importDescription")}>
            <LinkButton href={routeTo("importElement")} kind="primary">
              <FileUp aria-hidden="true" className="size-4" /> {t("startImport")}
            </LinkButton>
          </Way>
          <Way title={t("empty")} description={t("emptyDescription")}>
            <StartEmpty />
          </Way>
          <Way title={t("clone")} description={t("cloneDescription")}>
            <StartByClone />
          </Way>
        </div>
      </MayChange>
    </Page>
  );
}

function Way({ title, description, children }: { title: string; description: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card className="p-5">
      <section aria-labelledby={id}>
        <h2 id={id} className="font-semibold text-lg tracking-tight">
          {title}
        </h2>
        <p className="mt-1 mb-5 text-muted text-sm leading-relaxed">{description}</p>
        {children}
      </section>
    </Card>
  );
}

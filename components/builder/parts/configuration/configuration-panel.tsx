"use client";

import { useTranslations } from "next-intl";
import { ParameterList } from "../../parameters/parameter-list.tsx";

/** The parameters of all resources. */
export function ConfigurationPanel() {
  const t = useTranslations("builder.configuration");
  return (
    <div className="grid min-w-0 max-w-4xl gap-8">
      <section aria-labelledby="global-parameters" className="grid min-w-0 gap-3">
        <h3 id="global-parameters" className="font-semibold">
          {t("parameters")}
        </h3>
        <p className="text-muted text-sm">{t("parametersHelp")}</p>
        <ParameterList />
      </section>
    </div>
  );
}

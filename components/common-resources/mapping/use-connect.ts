import { useTranslations } from "next-intl";
import { addField, connect, type Row } from "./model/draft.ts";
import { useMapping } from "./model/mapping.tsx";

/** Maps fields, and announces it to screen readers. */
export function useConnect() {
  const t = useTranslations("common-resources.announce");
  const { draft, rows, provider, change, select } = useMapping();
  return {
    /** Maps one of our fields, which is added if there is none. */
    connect(path: string, vendorPath: string, { isSelected = true } = {}) {
      const row: Pick<Row, "path" | "type"> | undefined = rows.find((one) => one.path === path);
      const known = provider.find((one) => one.path === vendorPath);
      const ours = row ?? { path, type: known?.type ?? "string" };
      change(connect(draft, ours, known ?? { path: vendorPath, samples: [] }), t("connected", { path, vendorPath }));
      if (isSelected) select(path);
    },
    add(path: string) {
      change(addField(draft, path), t("added", { path }));
      select(path);
    },
  };
}

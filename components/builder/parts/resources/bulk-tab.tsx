"use client";

import { useTranslations } from "next-intl";
import { objectNameOf } from "#server/element/resource-path.ts";
import { Button } from "../../../ui/button.tsx";
import { SwitchEntry } from "../../fields/fields.tsx";
import { useBuilder, useElement } from "../../model/builder.ts";
import type { Operation } from "../../model/operations.ts";
import { insertAt, listAt } from "../../model/paths.ts";

/** Whether many rows of the operation's object can be transferred in one job. The flags belong to the object. */
export function BulkTab({ operation }: { operation: Operation }) {
  const t = useTranslations("builder.resources.bulk");
  const objects = listAt(useElement(), ["objects"]);
  const edit = useBuilder((builder) => builder.edit);
  const name = objectNameOf(operation.path);
  const at = objects.findIndex((object) => object.name === name);
  if (at < 0)
    return (
      <div className="grid max-w-3xl justify-items-start gap-3">
        <p className="text-muted text-sm">{t("noObject", { name: name || "–" })}</p>
        {name !== "" && (
          <Button
            onClick={() =>
              edit((draft) => insertAt(draft, ["objects"], { name }), {
                announce: t("objectAdded", { name }),
              })
            }
          >
            {t("addObject")}
          </Button>
        )}
      </div>
    );
  return (
    <div className="grid max-w-3xl gap-5">
      <p className="text-muted text-sm">{t("explanation", { name })}</p>
      <SwitchEntry path={["objects", at, "bulkDownloadEnabled"]} label={t("download")} help={t("downloadHelp")} />
      <SwitchEntry path={["objects", at, "bulkUploadEnabled"]} label={t("upload")} help={t("uploadHelp")} />
    </div>
  );
}

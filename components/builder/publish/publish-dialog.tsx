"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ElementChanges } from "../history/element-changes.tsx";
import { useBuilder, useElement } from "../model/builder.ts";
import { isError, useProblems } from "../model/problems.tsx";
import { changesBetween } from "../model/units.ts";
import { ImpactList } from "./impact-list.tsx";
import { ProblemList } from "./problem-list.tsx";

type Props = { open: boolean; isBusy: boolean; onClose: () => void; onPublish: (message: string) => void };

/** The revision that will be published: its changes, and the breaking ones with who is affected. */
export function PublishDialog({ open, ...form }: Props) {
  const t = useTranslations("builder.publish");
  const isFirst = useBuilder(({ published }) => published === null);
  return (
    <Dialog
      title={t("title")}
      description={t(isFirst ? "firstDescription" : "description")}
      open={open}
      onOpenChange={form.onClose}
    >
      <PublishForm {...form} />
    </Dialog>
  );
}

/** Reset whenever the dialog opens: a message belongs to one revision. */
function PublishForm({ isBusy, onClose, onPublish }: Omit<Props, "open">) {
  const t = useTranslations("builder");
  const draft = useElement();
  const published = useBuilder((builder) => builder.published);
  const elementId = useBuilder((builder) => builder.elementId);
  const edit = useBuilder((builder) => builder.edit);
  const problems = useProblems();
  const errors = problems.filter(isError);
  const [message, setMessage] = useState("");
  const changes = useMemo(() => changesBetween(published ?? {}, draft), [published, draft]);
  return (
    <Form
      className="grid gap-5"
      onSubmit={() => {
        if (errors.length === 0 && !isBusy) onPublish(message.trim());
      }}
    >
      <TextField label={t("publish.about")} help={t("publish.aboutHelp")} value={message} onChange={setMessage} />
      <div className="max-h-[40dvh] overflow-y-auto">
        <ElementChanges changes={changes} />
      </div>
      {elementId !== null && errors.length === 0 && <ImpactList elementId={elementId} />}
      <ProblemList intro="blocked" problems={errors} onClose={onClose} />
      <ProblemList intro="warned" problems={problems.filter((problem) => !isError(problem))} onClose={onClose} />
      <div className="flex flex-wrap justify-end gap-2">
        {published && changes.length > 0 && (
          <Button
            kind="quiet"
            className="mr-auto"
            onClick={() => {
              edit(() => published, { announce: t("announcements.discarded") });
              onClose();
            }}
          >
            {t("publish.discard")}
          </Button>
        )}
        <Button onClick={onClose}>{t("publish.cancel")}</Button>
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={errors.length > 0}>
          {t("publish.verb")}
        </Button>
      </div>
    </Form>
  );
}

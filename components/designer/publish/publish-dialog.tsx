"use client";

import { useMemo, useState } from "react";
import type { ValueMove } from "#server/formula/value-moves.ts";
import { DraftTests } from "../../formula-tests/draft-tests.tsx";
import { routeTo } from "../../screens/screens.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { Link } from "../../ui/link.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useDesign, useDraft } from "../model/design.ts";
import { emptyDraft } from "../model/draft.ts";
import { useSpeech } from "../model/speech.ts";
import { changesBetween } from "./draft-changes.ts";
import { FormulaChanges } from "./formula-changes.tsx";
import { InstanceValues } from "./instance-values.tsx";
import { type Chosen, goneVariables, movesOf } from "./value-moves.ts";

type Props = {
  open: boolean;
  /** Problems that must be solved before publishing. */
  errors: number;
  /** Probable mistakes, with which it may be published. */
  hints: number;
  isBusy: boolean;
  onClose: () => void;
  onPublish: (message: string, moves: ValueMove[]) => void;
};

/** The revision that will be published, and its changes. */
export function PublishDialog({ open, ...form }: Props) {
  const { t } = useSpeech();
  const isFirst = useDesign((design) => design.published === null);
  return (
    <Dialog
      title={t("publish.title")}
      description={t(isFirst ? "publish.firstDescription" : "publish.description")}
      open={open}
      onOpenChange={form.onClose}
    >
      <PublishForm {...form} />
    </Dialog>
  );
}

/** Reset whenever the dialog opens: a message belongs to one revision. */
function PublishForm({ errors, hints, isBusy, onClose, onPublish }: Omit<Props, "open">) {
  const speech = useSpeech();
  const { t } = speech;
  const draft = useDraft();
  const published = useDesign((design) => design.published);
  const change = useDesign((design) => design.change);
  const formulaId = useDesign((design) => design.formulaId);
  const revision = useDesign((design) => design.revision);
  /** The other page reads the draft from the server. */
  const isKept = useDesign(({ history, keptDraft }) => history.present === keptDraft);
  const [message, setMessage] = useState("");
  const [chosen, setChosen] = useState<Chosen>({});
  const gone = useMemo(() => (published ? goneVariables(published, draft, chosen) : []), [published, draft, chosen]);
  const changes = useMemo(
    () => changesBetween(published ?? { ...emptyDraft, name: "" }, draft, speech),
    [published, draft, speech],
  );
  const blocked = errors > 0 ? t("publish.blocked", { count: errors }) : "";
  return (
    <Form
      className="grid gap-5"
      onSubmit={() => {
        if (!blocked && !isBusy) onPublish(message.trim(), movesOf(gone));
      }}
    >
      <TextField label={t("publish.about")} help={t("publish.aboutHelp")} value={message} onChange={setMessage} />
      <div className="max-h-[40dvh] overflow-y-auto">
        <FormulaChanges changes={changes} none={t("publish.nothing")} />
      </div>
      {formulaId !== null && changes.length > 0 && revision !== null && (
        <Link
          href={routeTo("revisions", { formulaId, from: String(revision), to: "draft" })}
          // It keeps its place until then: a button that moves is not pressed.
          className={`justify-self-start text-accent text-sm underline ${isKept ? "" : "invisible"}`}
        >
          {t("publish.compare")}
        </Link>
      )}
      {published && (
        <InstanceValues
          before={published}
          after={draft}
          gone={gone}
          onChoose={(key, to) => setChosen({ ...chosen, [key]: to })}
        />
      )}
      {formulaId !== null && published && !blocked && changes.length > 0 && (
        <DraftTests formulaId={formulaId} formula={draft} />
      )}
      {blocked && <p className="text-failure text-sm">{blocked}</p>}
      {!blocked && hints > 0 && <p className="text-sm text-waiting">{t("publish.hints", { count: hints })}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        {published && changes.length > 0 && (
          <Button
            kind="quiet"
            className="mr-auto"
            onClick={() => {
              change({ do: "replace", draft: published }, t("announcements.discarded"));
              onClose();
            }}
          >
            {t("publish.discard")}
          </Button>
        )}
        <Button onClick={onClose}>{t("publish.cancel")}</Button>
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={blocked !== ""}>
          {t("publish.verb")}
        </Button>
      </div>
    </Form>
  );
}

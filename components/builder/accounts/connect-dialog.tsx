"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "../../ui/dialog.tsx";
import { useElement } from "../model/builder.ts";
import { chosenTypes } from "../model/chosen-types.ts";
import { ConnectForm } from "./connect-form.tsx";
import { TrialOutcome } from "./trial-outcome.tsx";
import { useTestedDraftOf } from "./use-accounts.ts";
import { type TestAccount, useTrial } from "./use-trial.ts";

type Props = { open: boolean; onClose: () => void; onKept: (account: TestAccount) => void };

/** Connects a test account by the current draft. */
export function ConnectDialog({ open, onClose, onKept }: Props) {
  const t = useTranslations("builder.accounts");
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title")}
      description={t("description")}
    >
      <Connecting onKept={onKept} />
    </Dialog>
  );
}

function Connecting({ onKept }: Pick<Props, "onKept">) {
  const types = chosenTypes(useElement());
  const trial = useTrial(onKept);
  const { elementId, draftId } = useTestedDraftOf();
  return (
    <div className="grid min-w-0 gap-4">
      <ConnectForm types={types} trial={trial} keeps="always" mayKeep={elementId !== null || draftId !== null} />
      <TrialOutcome trial={trial} />
    </div>
  );
}

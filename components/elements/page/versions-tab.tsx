"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { ElementHistory, type Restorable } from "../../builder/history/element-history.tsx";
import { forgetElementCopy } from "../../builder/model/element-copies.ts";
import { ReplaceDraftDialog } from "../../drafts/replace-draft-dialog.tsx";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { Button } from "../../ui/button.tsx";
import { useLocalCopies } from "../../ui/local-copy.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Failed } from "../../ui/states.tsx";
import type { ElementFacts } from "./element-facts.ts";

/** The published revisions of an element; an earlier one is restored as the user's draft, which opens in the builder. */
export function VersionsTab({ element }: { element: ElementFacts }) {
  const t = useTranslations("elements.page.tabs");
  return (
    <>
      <h2 className="sr-only">{t("versions")}</h2>
      <ElementHistory
        elementId={element.id}
        name={element.name}
        restore={(revision) => <RestoreButton element={element} revision={revision} />}
      />
    </>
  );
}

type Draft = NonNullable<RouterOutputs["builder"]["open"]["draft"]>;

function RestoreButton({ element: { id, address }, revision }: { element: ElementFacts; revision: Restorable }) {
  const t = useTranslations("drafts.restore");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const openScreen = useOpenScreen();
  const copies = useLocalCopies();
  const [replaced, setReplaced] = useState<Draft | null>(null);
  const { number, current } = revision;
  const restore = useMutation(
    trpc.builder.restore.mutationOptions({
      onSuccess() {
        forgetElementCopy(copies, id);
        queries.removeQueries(trpc.builder.open.pathFilter());
        return openScreen(routeTo("build", { elementKey: address }));
      },
    }),
  );
  const send = (draft: Draft | null) =>
    restore.mutate({
      elementId: id,
      revision: number,
      basedOn: current,
      draft: draft && { id: draft.id, version: draft.version },
    });
  const look = useMutation({
    mutationFn: () =>
      queries.fetchQuery({ ...trpc.builder.open.queryOptions({ elementKey: String(id) }), staleTime: 0, gcTime: 0 }),
    onSuccess: ({ draft }) => (draft ? setReplaced(draft) : send(null)),
  });
  const error = look.error ?? restore.error;
  return (
    <>
      <Button isBusy={look.isPending || restore.isPending} onClick={() => look.mutate()}>
        {t("verb")}
      </Button>
      {error && (
        <div className="basis-full">
          <Failed error={error} />
        </div>
      )}
      <ReplaceDraftDialog
        open={replaced !== null}
        description={
          replaced &&
          t.rich("description", {
            number: String(number),
            when: () => <RelativeTime at={replaced.savedDate} />,
          })
        }
        onClose={() => setReplaced(null)}
        onReplace={() => {
          setReplaced(null);
          send(replaced);
        }}
      />
    </>
  );
}

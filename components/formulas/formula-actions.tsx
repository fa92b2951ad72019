"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { formulaSchema } from "#server/formula/shape.ts";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { Button } from "../ui/button.tsx";
import { DeleteButton } from "../ui/delete-button.tsx";
import { Link } from "../ui/link.tsx";
import { NameDialog } from "../ui/name-dialog.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useErrorText } from "../ui/use-error-text.ts";
import type { Formula } from "./formula-answers.ts";

/** Renames, duplicates or deletes a formula. */
export function FormulaActions({ formula }: { formula: Formula }) {
  return (
    <>
      <Rename formula={formula} />
      <Duplicate formula={formula} />
      <Delete formula={formula} />
    </>
  );
}

function Rename({ formula: { id: formulaId, name: before } }: { formula: Formula }) {
  const t = useTranslations("formulas.actions");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, error, isPending, reset } = useMutation(
    trpc.formula.change.mutationOptions({
      async onSuccess() {
        setIsOpen(false);
        await queries.invalidateQueries();
      },
    }),
  );
  return (
    <>
      <Button kind="quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t("rename")}
      </Button>
      <NameDialog
        title={t("renameTitle")}
        description={t("renameDescription")}
        open={isOpen}
        onOpenChange={(open) => {
          reset();
          setIsOpen(open);
        }}
        initial={before}
        verb={t("renameVerb")}
        isBusy={isPending}
        error={error}
        onSave={(name) => mutate({ formulaId, changes: { name } })}
      />
    </>
  );
}

function Duplicate({ formula }: { formula: Formula }) {
  const t = useTranslations("formulas.actions");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const openScreen = useOpenScreen();
  const toast = useToast();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    trpc.formula.create.mutationOptions({
      async onSuccess({ id, name }) {
        toast(t("duplicated", { name }), t("duplicatedDescription"));
        await queries.invalidateQueries(trpc.formula.pathFilter());
        await openScreen(routeTo("formula", { formulaId: id }));
      },
      onError: (error) => toast(t("notDuplicated"), errorText(error)),
    }),
  );
  function duplicate() {
    // A copy gets ids of its own. Only one formula can respond to requests at an address.
    const { uri: _, method: __, ...copy } = formulaSchema.parse(formula);
    mutate({ ...copy, name: t("copyOf", { name: formula.name }) });
  }
  return (
    <Button kind="quiet" isBusy={isPending} onClick={duplicate}>
      {t("duplicate")}
    </Button>
  );
}

function Delete({ formula: { id: formulaId, name } }: { formula: Formula }) {
  const t = useTranslations("formulas.actions");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const openScreen = useOpenScreen();
  const toast = useToast();
  const instances = useQuery(trpc.formulaInstance.names.queryOptions({ formulaId }));
  const calls = useQuery(trpc.formula.calls.queryOptions());
  const callers = calls.data?.filter(({ id, runs }) => id !== formulaId && runs.includes(formulaId)) ?? [];
  const { mutate, error, isPending } = useMutation(
    trpc.formula.remove.mutationOptions({
      async onSuccess() {
        toast(t("deleted", { name }));
        await Promise.all([openScreen(routeTo("formulas")), queries.invalidateQueries(trpc.formula.list.pathFilter())]);
      },
    }),
  );
  return (
    <DeleteButton
      name={name}
      kind={t("kind")}
      description={t("deleteDescription")}
      obstacles={
        instances.data && instances.data.length > 0 ? (
          <div className="mt-4 text-sm">
            <p>{t("hasInstances", { count: instances.data.length })}</p>
            <ul className="mt-2 grid max-h-48 gap-1 overflow-y-auto">
              {instances.data.map((instance) => (
                <li key={instance.id}>
                  <Link
                    href={routeTo("formulaInstance", { formulaId, formulaInstanceId: instance.id })}
                    className="text-accent [overflow-wrap:anywhere] hover:underline"
                  >
                    {instance.name}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ) : undefined
      }
      consequences={
        callers.length > 0 && (
          <div className="mt-4 text-sm">
            <p>{t("breaks", { count: callers.length })}</p>
            <ul className="mt-2 grid max-h-48 gap-1 overflow-y-auto">
              {callers.map((caller) => (
                <li key={caller.id}>
                  <Link
                    href={routeTo("formula", { formulaId: caller.id })}
                    className="text-accent [overflow-wrap:anywhere] hover:underline"
                  >
                    {caller.name}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      }
      isBusy={isPending}
      error={error}
      onDelete={() => mutate({ formulaId })}
    />
  );
}

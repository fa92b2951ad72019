"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { sendWhileLeaving, useDeferredWrite } from "../../preferences/use-deferred-write.ts";
import { useToast } from "../../ui/toasts.tsx";
import { useDesign } from "../model/design.ts";
import { forgetBrowserLayout, hasBrowserLayout } from "./browser-layout.ts";
import type { Position } from "./layout.ts";

type Layout = { positions: Record<string, Position>; isTidied: boolean };

/** Stores where parts are moved to, beside the formula and for everybody. A new formula has no place for that yet. */
export function useStoreLayout(isFixed: boolean) {
  const trpc = useTRPC();
  const toast = useToast();
  const t = useTranslations("ui.preferences");
  const formulaId = useDesign((design) => design.formulaId);
  const positions = useDesign((design) => design.positions);
  const { mutate } = useMutation(
    trpc.formula.saveLayout.mutationOptions({
      onError: ({ message }) => toast(t("notSaved"), message),
      onSuccess: (_, { formulaId }) => forgetBrowserLayout(formulaId),
    }),
  );
  const defer = useDeferredWrite<Layout>({
    send: (layout) => formulaId !== null && mutate({ formulaId, ...layout }),
    sendLast: (layout) => formulaId !== null && sendWhileLeaving("formula.saveLayout", { formulaId, ...layout }),
  });
  const store = (layout: Layout) => {
    // On a page that only shows the graph, it moves for this visit.
    if (isFixed) return;
    defer(layout, (before) =>
      layout.isTidied ? layout : { ...before, positions: { ...before.positions, ...layout.positions } },
    );
  };
  const opened = useRef(formulaId);
  const storeAll = useEffectEvent(() => {
    const isNew = opened.current !== formulaId;
    opened.current = formulaId;
    if (formulaId === null || positions.size === 0) return;
    if (isNew || hasBrowserLayout(formulaId)) store({ positions: Object.fromEntries(positions), isTidied: false });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the formula is created, what was moved before is stored
  useEffect(() => storeAll(), [formulaId]);
  return {
    move: (moved: Record<string, Position>) => store({ positions: moved, isTidied: false }),
    tidy: () => store({ positions: {}, isTidied: true }),
  };
}

"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { returnFocus } from "./return-focus.ts";
import { ShowsOnce } from "./shown-once.tsx";
import { useDiscardQuestion } from "./use-discard-question.tsx";

type Props = {
  title: string;
  description?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether closing restores the focus, or what gets it; false when the focus has already moved elsewhere. */
  restoresFocus?: () => boolean | HTMLElement;
  /** Whether it opens with what was entered before, which closing would lose. */
  hasInput?: boolean;
  /** Whether an action is in progress: then a click outside does not close the dialog. */
  isBusy?: boolean;
  /** Whether the action in progress responds with something that is shown once (`ShownOnce`). */
  awaitsSecret?: boolean;
  children: ReactNode;
};

/** The second click of a double click on the button that opens a dialog hits the dialog, or what is around it. */
const DOUBLE_CLICK_MS = 500;

/**
 * A modal dialog. Escape closes it and restores the focus, as does a click outside. If something was entered, which would
 * be lost, both ask first. While something is shown once, only its own button closes the dialog without a question.
 */
export function Dialog({
  title,
  description,
  open,
  onOpenChange,
  restoresFocus = () => true,
  hasInput = false,
  isBusy = false,
  awaitsSecret = false,
  children,
}: Props) {
  const t = useTranslations("ui.dialog");
  const popup = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isEdited = useRef(false);
  const openedAt = useRef(0);
  const isOpening = () => performance.now() - openedAt.current < DOUBLE_CLICK_MS;
  const isShownOnce = useRef(false);
  const losesSecret = () => awaitsSecret || isShownOnce.current;
  const losesInput = () => !isBusy && isEdited.current;
  const { question, ask } = useDiscardQuestion(
    () => open && (losesSecret() || losesInput()),
    () => (losesSecret() ? "shownOnce" : "discard"),
  );
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen, { reason: action }) => {
        const isOutside = action === "outside-press";
        if (isOutside && (isBusy || losesSecret() || isOpening())) return;
        if (losesSecret() || (losesInput() && (isOutside || action === "escape-key"))) ask(() => onOpenChange(false));
        else onOpenChange(isOpen);
      }}
    >
      <Base.Portal>
        {/* A press there leaves the focus where it is. */}
        <Base.Backdrop
          forceRender
          onMouseDown={(event) => event.preventDefault()}
          className="fixed inset-0 z-40 bg-[#0b1120]/50"
        />
        <Base.Popup
          ref={popup}
          initialFocus={() => firstFocus(content.current) ?? popup.current}
          finalFocus={returnFocus(popup, restoresFocus)}
          onMouseDown={(event: MouseEvent) => isOpening() && event.detail > 1 && event.preventDefault()}
          className="fixed top-1/2 left-1/2 z-40 max-h-[85dvh] w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl border border-line bg-surface p-6 shadow-xl outline-none"
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="min-w-0 break-words font-semibold text-xl tracking-tight">{title}</Base.Title>
            <Base.Close
              aria-label={t("close")}
              className="-mt-1 -mr-2 rounded-lg p-2 text-muted hover:bg-code hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </Base.Close>
          </div>
          {description && (
            <Base.Description className="mt-1 break-words text-muted text-sm">{description}</Base.Description>
          )}
          <Content content={content} popup={popup} hasInput={hasInput} isEdited={isEdited} openedAt={openedAt}>
            <ShowsOnce value={isShownOnce}>{children}</ShowsOnce>
          </Content>
          {question}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type ContentProps = {
  content: RefObject<HTMLDivElement | null>;
  popup: RefObject<HTMLDivElement | null>;
  hasInput: boolean;
  isEdited: RefObject<boolean>;
  openedAt: RefObject<number>;
  children: ReactNode;
};

/** Fields to find something: their text is not kept anyway. */
const SEARCH = "[type=search], [role=combobox]";

/** Content that is loaded after the dialog has opened gets the focus, unless the user has moved it. */
function Content({ content, popup, hasInput, isEdited, openedAt, children }: ContentProps) {
  useEffect(() => {
    isEdited.current = hasInput;
    openedAt.current = performance.now();
  }, [hasInput, isEdited, openedAt]);
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (popup.current && document.activeElement === popup.current) firstFocus(content.current)?.focus();
    });
    if (content.current) observer.observe(content.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [content, popup]);
  return (
    <div
      ref={content}
      className="mt-5"
      onInput={({ target }: FormEvent) => {
        if (target instanceof Element && !target.matches(SEARCH)) isEdited.current = true;
      }}
    >
      {children}
    </div>
  );
}

const FIELD = "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled), [role=textbox]";

/** The first field, or the primary button; in a warning, the button that cancels. */
const firstFocus = (content: HTMLElement | null): HTMLElement | null =>
  content?.querySelector<HTMLElement>(FIELD) ??
  content?.querySelector<HTMLElement>("[data-kind=primary]:not(:disabled)") ??
  content?.querySelector<HTMLElement>("button[data-kind]:not(:disabled, [data-kind=danger])") ??
  null;

"use client";

import { useTranslations } from "next-intl";
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Button } from "./button.tsx";
import { enter } from "./regions.ts";
import { useToast } from "./toasts.tsx";

const QUIET_MS = 1500;
const PAUSE_MS = 5000;

/** The state of code that is loaded after the page. A failure is forgotten when nothing shows it any longer. */
type Loading<Code> = { code?: Code; isUnderWay?: true; hasFailed?: true };

const NOTHING = {};

/**
 * Code that is loaded after the page. `React.lazy` would keep a failure until the page is reloaded, and throw it while
 * rendering, which replaces the page and what the user has done there.
 */
function lazyCode<Code>(load: () => Promise<Code>) {
  let state: Loading<Code> = NOTHING;
  const listeners = new Set<() => void>();
  function become(next: Loading<Code>): void {
    state = next;
    for (const listener of listeners) listener();
  }
  /** Tries to load the code, unless it is there or on its way. */
  function begin(): void {
    if (state.code || state.isUnderWay) return;
    become({ ...state, isUnderWay: true });
    load().then(
      (code) => become({ code }),
      () => become(listeners.size > 0 ? { hasFailed: true } : NOTHING),
    );
  }
  /** Loads the code for a component that is shown. */
  function want(listener: () => void): () => void {
    listeners.add(listener);
    begin();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && state.hasFailed) state = state.isUnderWay ? { isUnderWay: true } : NOTHING;
    };
  }
  return { begin, want, read: () => state };
}

type LazyCode<Code> = ReturnType<typeof lazyCode<Code>>;

const useLoading = <Code,>({ want, read }: LazyCode<Code>, isWanted = true): Loading<Code> =>
  useSyncExternalStore(isWanted ? want : never, read, nothing);

const never = () => () => {};
const nothing = () => NOTHING;

/**
 * A component whose code is loaded when it is first shown instead of with the page. Until then, and on the server, the
 * placeholder is shown; a component without one could not handle clicks. If the code cannot be loaded, a notice in its
 * place says so, and offers to try again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props & { notice: ReactNode }> = Notice,
) {
  const code = lazyCode(load);
  return function LazyComponent(props: Props) {
    const { code: Loaded, hasFailed, isUnderWay } = useLoading(code);
    if (Loaded) return <Loaded {...props} />;
    const notice = hasFailed && <NotLoaded isTrying={isUnderWay} onRetry={code.begin} />;
    return <Placeholder {...props} notice={notice} />;
  };
}

const Notice = ({ notice }: { notice: ReactNode }) => notice;

const close = (props: Closable): void => ("onClose" in props ? props.onClose() : props.onOpenChange(false));

type Closable = { open?: boolean } & ({ onClose: () => void } | { onOpenChange: (open: boolean) => void });

/**
 * A lazy component for dialogs and whatever else a user opens: its code is loaded soon after the page, or earlier if it
 * is opened. If that fails, a message says so, and it is closed: opening it again tries again. Once opened, it stays
 * mounted, so that a dialog can handle its own closing; until then the placeholder is shown.
 */
export function lazyDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder?: ComponentType<Props>,
) {
  const code = lazyCode(load);
  return function LazyDialog(props: Props) {
    const { open = true } = props;
    const [isWanted, setIsWanted] = useState(open);
    if (open && !isWanted) setIsWanted(true);
    const { code: Loaded, hasFailed } = useLoading(code, isWanted);
    useEffect(() => {
      // If loading fails now, opening the dialog loads it.
      const timer = setTimeout(() => navigator.onLine && code.begin(), QUIET_MS);
      return () => clearTimeout(timer);
    }, []);
    if (isWanted && Loaded) return <Loaded {...props} />;
    const giveUp = () => {
      setIsWanted(false);
      if (open) close(props);
    };
    return (
      <>
        {Placeholder && <Placeholder {...props} />}
        {isWanted && hasFailed && <NotOpened isOpen={open} onShown={giveUp} />}
      </>
    );
  };
}

/** A hook for a function whose code is loaded after the page: undefined until then. It is loaded until that succeeds. */
export function lazyFunction<Code>(load: () => Promise<Code>) {
  const code = lazyCode(load);
  return function useLazyFunction(): Code | undefined {
    const { code: loaded, hasFailed, isUnderWay } = useLoading(code);
    const isAgain = hasFailed && !isUnderWay;
    useEffect(() => {
      if (!isAgain) return;
      const timer = setTimeout(code.begin, PAUSE_MS);
      return () => clearTimeout(timer);
    }, [isAgain]);
    return loaded;
  };
}

/** Shows a message that what is open could not be opened. */
function NotOpened({ isOpen, onShown }: { isOpen: boolean; onShown: () => void }) {
  const t = useTranslations("ui.notLoaded");
  const toast = useToast();
  const show = useEffectEvent(() => {
    if (isOpen) toast(t("title"), t("description"));
    onShown();
  });
  useEffect(() => show(), []);
  return null;
}

function NotLoaded({ isTrying = false, onRetry }: { isTrying?: boolean | undefined; onRetry: () => void }) {
  const t = useTranslations("ui.notLoaded");
  const notice = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepsFocus(notice.current), []);
  return (
    <div
      ref={notice}
      role="alert"
      className="m-2 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-failure/40 bg-surface p-4 text-sm"
    >
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium text-failure">
          <span aria-hidden="true">✖ </span>
          {t("title")}
        </p>
        <p className="mt-1 text-muted">{t("description")}</p>
      </div>
      <Button isBusy={isTrying} onClick={onRetry}>
        {t("again")}
      </Button>
    </div>
  );
}

/** When an element is removed with the focus, what takes its place gets the focus. Browsers would move it to the body. */
function keepsFocus(element: HTMLElement | null) {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const { parentElement: parent, previousElementSibling: before } = element;
    queueMicrotask(() => {
      const next = before ? before.nextElementSibling : parent?.firstElementChild;
      if (next instanceof HTMLElement && document.activeElement === document.body) enter(next);
    });
  };
}

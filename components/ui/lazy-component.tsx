"use client";

import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";

const QUIET_MS = 1500;

/**
 * A component whose code is loaded when it is first shown instead of with the page. It is not rendered on the server,
 * because it could not handle clicks before its code is loaded.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function LazyComponent(props: Props) {
    const isHere = useSyncExternalStore(never, inBrowser, onServer);
    return isHere ? (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    ) : null;
  };
}

const never = () => () => {};
const inBrowser = () => true;
const onServer = () => false;

/**
 * A lazy component for dialogs: its code is loaded soon after the page, or earlier if the dialog is opened. Once
 * opened, it stays mounted, so that the dialog can handle its own closing.
 */
export function lazyDialog<Props extends { open: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazyComponent(load);
  return function LazyDialog(props: Props) {
    const [isWanted, setIsWanted] = useState(props.open);
    if (props.open && !isWanted) setIsWanted(true);
    useEffect(() => {
      // If loading fails now, opening the dialog loads it.
      const timer = setTimeout(() => {
        if (navigator.onLine) void load().catch(() => {});
      }, QUIET_MS);
      return () => clearTimeout(timer);
    }, []);
    return isWanted ? <Loaded {...props} /> : null;
  };
}

"use client";

import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";

const QUIET_MS = 1500;

/**
 * A part whose code is not in the first load of its page; it comes when the part is first shown. The server does not
 * send it: what is seen before its code is there would not hear a click.
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
 * The same for a window: its code comes soon after the first load, or when somebody is quicker. Once opened it stays,
 * so that it can close in its own way.
 */
export function lazyDialog<Props extends { open: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazyComponent(load);
  return function LazyDialog(props: Props) {
    const [isWanted, setIsWanted] = useState(props.open);
    if (props.open && !isWanted) setIsWanted(true);
    useEffect(() => {
      const timer = setTimeout(() => void load(), QUIET_MS);
      return () => clearTimeout(timer);
    }, []);
    return isWanted ? <Loaded {...props} /> : null;
  };
}

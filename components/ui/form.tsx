"use client";

import { type ComponentProps, type Ref, type SubmitEventHandler, useImperativeHandle, useRef } from "react";

type Props = Omit<ComponentProps<"form">, "action" | "method" | "onSubmit" | "ref"> & {
  /** The browser does not send the form. */
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  ref?: Ref<HTMLFormElement | null> | undefined;
};

/**
 * A form that a script sends. If it is submitted before React is ready, React keeps that and calls `action` later;
 * a form without one would be opened by the browser, with passwords in the address. The first field that its checks
 * refuse gets the focus; `useFieldCheck` says beside it what is wrong.
 */
export function Form({ onSubmit, ref, ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const isSentLater = useRef(false);
  /** React calls it once for each time that somebody pressed Enter. */
  function sendLater() {
    if (!isSentLater.current) form.current?.requestSubmit();
    isSentLater.current = true;
  }
  useImperativeHandle<HTMLFormElement | null, HTMLFormElement | null>(ref, () => form.current, []);
  return (
    <form
      {...rest}
      ref={form}
      action={sendLater}
      onInvalid={({ target, currentTarget }) => {
        if (target instanceof HTMLElement && target === currentTarget.querySelector(":invalid")) target.focus();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    />
  );
}

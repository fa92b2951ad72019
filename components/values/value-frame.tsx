import type { ReactNode, Ref } from "react";
import { CopyButton } from "../ui/copy-button.tsx";

/** A value of a step as the server sends it. */
export type SentValue = {
  key: string;
  value: string;
  /** The length of the whole value, of which only the beginning may be loaded. */
  length: number;
  /** Where the rest begins; null if there is none. */
  next?: number | null;
  /** Nothing could be loaded: the store for files does not respond, or has lost it. */
  unreadable?: "later" | "never";
};

/** With the name that is shown, which may be a part of the key. */
export type ShownValue = SentValue & { name: string };

/** Whether a value, or its loaded beginning, is an object or a list; other values are shown as text. */
export const hasParts = (text: string) => /^\s*[{[]/.test(text);

export const ValueHead = ({ name, text }: { name: string; text?: string }) => (
  <div className="flex items-center justify-between gap-3">
    <h3 className="break-all font-medium text-sm">{name}</h3>
    {text !== undefined && <CopyButton text={text} label={name} />}
  </div>
);

type Frame = { name: string; children: ReactNode; ref?: Ref<HTMLElement> };

export const ValueFrame = ({ name, children, ref }: Frame) => (
  // biome-ignore-start lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to get there
  <section
    ref={ref}
    aria-label={name}
    tabIndex={0}
    className="mt-1 max-h-96 overflow-auto rounded-lg border border-line bg-code p-3 font-mono text-[0.8125rem] leading-relaxed"
  >
    {children}
  </section>
  // biome-ignore-end lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to get there
);

import { type Messages, useTranslations } from "next-intl";
import { type SyntheticEvent, useState } from "react";

/** The message about a value that the browser refuses, by the first of its checks that failed. */
const MESSAGES = [
  ["valueMissing", "required"],
  ["badInput", "number"],
  ["rangeUnderflow", "least"],
  ["rangeOverflow", "most"],
  ["stepMismatch", "whole"],
] as const satisfies [keyof ValidityState, keyof Messages["ui"]["field"]][];

/**
 * The browser's checks of a field (`required`, `type`, `min`, `max`) when its form is submitted. Their message is shown
 * beside the field, in the language of the page; the bubble of the browser disappears after some seconds.
 */
export function useFieldCheck() {
  const t = useTranslations("ui.field");
  const [problem, setProblem] = useState("");
  function onInvalid(event: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) {
    const field = event.currentTarget;
    event.preventDefault();
    const [, key] = MESSAGES.find(([check]) => field.validity[check]) ?? [];
    const { min = "", max = "" } = field instanceof HTMLInputElement ? field : {};
    if (key) setProblem(t(key, { min, max }));
    else setProblem(field.type === "email" || field.type === "url" ? t(field.type) : field.validationMessage);
  }
  return { problem, onInvalid, clear: () => setProblem("") };
}

"use client";

import type { ComponentProps } from "react";
import { Form } from "./form.tsx";
import { useDiscardQuestion } from "./use-discard-question.tsx";

/** `isUnsaved` is false while it is being saved, after which the page may be left. */
type Props = ComponentProps<typeof Form> & { isUnsaved: boolean };

/** A form on a page, saved by its button. Leaving the page before that asks whether to discard the input. */
export function PageForm({ isUnsaved, children, ...rest }: Props) {
  const { question } = useDiscardQuestion(() => isUnsaved);
  return (
    <Form {...rest}>
      {children}
      {question}
    </Form>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";
import { type AnyError, Failed } from "./states.tsx";
import { TextField } from "./text-field.tsx";

type FormProps = {
  initial?: string;
  /** The text of the button. */
  verb: string;
  isBusy?: boolean;
  error?: AnyError | null;
  maxLength?: number;
  /** The help text for a name. */
  helpFor?: (name: string) => string | undefined;
  onSave: (name: string) => void;
};

type Props = FormProps & {
  title: string;
  description: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Asks for a name, which must not be empty; blanks around it are removed. */
export const NameDialog = ({ title, description, open, onOpenChange, ...form }: Props) => (
  <Dialog title={title} description={description} open={open} onOpenChange={onOpenChange} isBusy={form.isBusy ?? false}>
    <NameForm {...form} />
  </Dialog>
);

function NameForm({ initial = "", verb, isBusy, error, maxLength, helpFor, onSave }: FormProps) {
  const t = useTranslations("ui.name");
  const [name, setName] = useState(initial);
  const [isChecked, setIsChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const text = name.trim();
  return (
    <Form
      className="grid gap-4"
      onSubmit={() => {
        if (text) return onSave(text);
        setIsChecked(true);
        field.current?.focus();
      }}
    >
      <TextField
        label={t("label")}
        value={name}
        onChange={setName}
        maxLength={maxLength}
        inputRef={field}
        autoComplete="off"
        problem={isChecked && !text ? t("missing") : ""}
        help={helpFor?.(text)}
      />
      {error && <Failed error={error} />}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {verb}
        </Button>
      </div>
    </Form>
  );
}

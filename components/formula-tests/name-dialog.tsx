import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { ScreenError } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";

type FormProps = {
  initial: string;
  /** The text of the button. */
  verb: string;
  isBusy: boolean;
  error: ScreenError | null;
  onSave: (name: string) => void;
};

type Props = FormProps & {
  title: string;
  description: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Asks for the name of a test, which must not be empty. */
export const NameDialog = ({ title, description, open, onOpenChange, ...form }: Props) => (
  <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description} isBusy={form.isBusy}>
    <NameForm {...form} />
  </Dialog>
);

function NameForm({ initial, verb, isBusy, error, onSave }: FormProps) {
  const t = useTranslations("formula-tests");
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState("");
  const field = useRef<HTMLInputElement>(null);

  function submit() {
    if (name.trim() !== "") return onSave(name.trim());
    setProblem(t("nameless"));
    field.current?.focus();
  }

  return (
    <Form
      className="grid gap-4"
      onSubmit={() => {
        if (!isBusy) submit();
      }}
    >
      <TextField
        label={t("name")}
        value={name}
        problem={problem}
        inputRef={field}
        autoComplete="off"
        onChange={(text) => {
          setName(text);
          setProblem("");
        }}
      />
      {error && <Failed error={error} />}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {verb}
        </Button>
      </div>
    </Form>
  );
}

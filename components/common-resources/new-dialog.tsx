"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed } from "../ui/states.tsx";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";

export type NewLevel = "organization" | "account";

type Props = {
  /** The levels at which the user may create it, the usual one first. */
  levels: readonly [NewLevel, ...NewLevel[]];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Names a new common resource and its first fields. */
export function NewDialog({ levels, open, onOpenChange }: Props) {
  const t = useTranslations("common-resources.create");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      <NewForm levels={levels} />
    </Dialog>
  );
}

function NewForm({ levels }: Pick<Props, "levels">) {
  const t = useTranslations("common-resources.create");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const id = useId();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const [level, setLevel] = useState<NewLevel>(levels[0]);
  const [fields, setFields] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { mutate, error, isPending } = useMutation(
    trpc.commonResource.create.mutationOptions({
      async onSuccess(_, { name: created }) {
        await queries.invalidateQueries(trpc.commonResource.pathFilter());
        toast(t("created", { name: created }));
        await openScreen(routeTo("commonResource", { objectName: created }));
      },
    }),
  );

  function submit() {
    if (name.trim() === "") {
      setProblem(t("nameless"));
      return field.current?.focus();
    }
    const paths = new Set(fields.split(/[\n,]/).map((path) => path.trim()));
    paths.delete("");
    const definition = { fields: [...paths].map((path) => ({ path, type: "string" })) };
    mutate({ name: name.trim(), level, definition });
  }

  return (
    <Form
      className="grid gap-4"
      onSubmit={() => {
        if (!isPending) submit();
      }}
    >
      <TextField
        label={t("name")}
        help={t("nameHelp")}
        value={name}
        problem={problem}
        inputRef={field}
        autoComplete="off"
        onChange={(text) => {
          setName(text);
          setProblem("");
        }}
      />
      <div className="grid gap-1.5">
        <FieldLabel id={`${id}-fields`} label={t("fields")} required={false} />
        <textarea
          id={`${id}-fields`}
          rows={5}
          value={fields}
          onChange={({ target }) => setFields(target.value)}
          aria-describedby={`${id}-fields-description`}
          spellCheck={false}
          className={`${INPUT_LOOK} resize-y font-mono`}
        />
        <FieldHelp id={`${id}-fields`} help={t("fieldsHelp")} />
      </div>
      <SelectField
        label={t("level")}
        value={level}
        options={levels.map((one) => ({ value: one, label: t(`levels.${one}`) }))}
        onChange={setLevel}
      />
      {error && <Failed error={error} />}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={isPending}>
          {t("create")}
        </Button>
      </div>
    </Form>
  );
}

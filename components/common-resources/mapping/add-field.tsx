"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { MayChange } from "../../shell/may-change.tsx";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useMapping } from "./model/mapping.tsx";
import { conflictOfNew } from "./model/row-conflicts.ts";
import { useConnect } from "./use-connect.ts";

/** Adds a field of ours by its path; the next one can be typed at once. */
export function AddField() {
  const t = useTranslations("common-resources.lines");
  const { rows } = useMapping();
  const { add } = useConnect();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const field = useRef<HTMLInputElement>(null);

  function submit() {
    const path = text.trim();
    field.current?.focus();
    if (path === "") return;
    if (rows.some((row) => row.path === path)) return setProblem(t("exists", { path }));
    const conflict = conflictOfNew(rows, { path, type: "string" });
    if (conflict) return setProblem(t(conflict.kind, conflict));
    add(path);
    setText("");
  }

  return (
    <MayChange>
      <Form className="flex flex-wrap items-start gap-2" onSubmit={submit}>
        <div className="w-full sm:w-72">
          <TextField
            label={t("new")}
            help={t("newHelp")}
            value={text}
            problem={problem}
            inputRef={field}
            autoComplete="off"
            onChange={(value) => {
              setText(value);
              setProblem("");
            }}
          />
        </div>
        <Button type="submit" className="sm:mt-[1.625rem]">
          {t("add")}
        </Button>
      </Form>
    </MayChange>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useErrorText } from "../ui/use-error-text.ts";
import { useFormat } from "../ui/use-format.ts";
import { Masked } from "./masked.tsx";
import { ValueFrame, ValueHead } from "./value-frame.tsx";

type Props = { stepExecutionId: number; valueKey: string };

/** Searches a value that is too long to load completely. */
export function FindInValue({ stepExecutionId, valueKey: key }: Props) {
  const t = useTranslations("values");
  const part = useTranslations("ui.part");
  const trpc = useTRPC();
  const errorText = useErrorText();
  const { size } = useFormat();
  const [typed, setTyped] = useState("");
  const [path, setPath] = useState("");
  const { data, error, isFetching } = useQuery({
    ...trpc.execution.find.queryOptions({ stepExecutionId, key, path }),
    enabled: path !== "",
  });
  return (
    <div className="mt-3 grid gap-2">
      <Form className="flex items-end gap-2" onSubmit={() => setPath(typed.trim())}>
        <div className="min-w-0 flex-1">
          <TextField
            label={t("find")}
            value={typed}
            onChange={setTyped}
            placeholder={t("findExample")}
            spellCheck={false}
            autoCapitalize="none"
          />
        </div>
        <Button type="submit" aria-label={t("findVerb")} isBusy={isFetching} disabled={typed.trim() === ""}>
          <Search aria-hidden="true" className="size-4" />
        </Button>
      </Form>
      {error && (
        <p role="alert" className="break-words text-failure text-sm">
          {errorText(error)}
        </p>
      )}
      {data && (
        <div className="min-w-0">
          <ValueHead name={path} text={data.text} />
          <ValueFrame name={path}>
            <pre className="whitespace-pre-wrap break-words">
              <Masked text={data.text} />
            </pre>
          </ValueFrame>
          <p role="status" className="mt-1 text-muted text-sm">
            {t("found", { count: data.count })}{" "}
            {data.text.length < data.length &&
              part("first", { shown: size(data.text.length), size: size(data.length) })}
          </p>
        </div>
      )}
    </div>
  );
}

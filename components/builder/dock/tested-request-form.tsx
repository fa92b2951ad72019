"use client";

import { type ComponentProps, useMemo } from "react";
import { isWhere } from "../../operation-forms/request.ts";
import { RequestForm } from "../../operation-forms/request-form.tsx";
import { useElement } from "../model/builder.ts";
import type { TestedOperation } from "../model/tested-operations.ts";
import { bodyFieldsOf } from "./body-fields.ts";
import { whereColumns } from "./where-columns.ts";

type Props = Omit<ComponentProps<typeof RequestForm>, "operation" | "fields" | "columns"> & {
  operation: TestedOperation;
};

/** The inputs of an operation, as its parameters and models in the draft describe them. */
export function TestedRequestForm({ operation, ...form }: Props) {
  const draft = useElement();
  const fields = useMemo(
    () => (operation.takesBody ? bodyFieldsOf(draft, operation.at) : undefined),
    [draft, operation.at, operation.takesBody],
  );
  const columns = useMemo(
    () => (operation.inputs.some(isWhere) ? whereColumns(draft, operation) : []),
    [draft, operation],
  );
  return <RequestForm operation={operation} fields={fields} columns={columns} {...form} />;
}

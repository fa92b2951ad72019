"use client";

import { useTranslations } from "next-intl";
import { createContext, useContext } from "react";
import { type JsonPath, JsonTree } from "../ui/json-tree.tsx";
import { useToast } from "../ui/toasts.tsx";
import { Masked } from "./masked.tsx";

const Base = createContext("");

/** A collapsible JSON tree. Clicking a name copies the reference `${…}` to its value; `path` is that of the tree. */
export function ValueTree({ value, path }: { value: object; path: string }) {
  return (
    <Base.Provider value={path}>
      <JsonTree value={value} Name={Reference} Text={Masked} />
    </Base.Provider>
  );
}

function Reference({ path }: { path: JsonPath }) {
  const t = useTranslations("values");
  const toast = useToast();
  const reference = `\${${path.reduce<string>(pathTo, useContext(Base))}}`;
  return (
    <button
      type="button"
      title={t("copy", { reference })}
      onClick={(event) => {
        event.preventDefault();
        navigator.clipboard.writeText(reference).then(
          () => toast(t("copied"), reference),
          () => toast(t("byHand"), reference),
        );
      }}
      className="min-h-6 min-w-0 max-w-[50%] break-all rounded text-left text-accent hover:underline"
    >
      {path.at(-1)}
    </button>
  );
}

/** Names that are no identifiers are put in brackets. */
const pathTo = (path: string, key: string | number): string =>
  typeof key === "number"
    ? `${path}[${key}]`
    : /^[\w$-]+$/.test(key)
      ? `${path}.${key}`
      : `${path}[${JSON.stringify(key)}]`;

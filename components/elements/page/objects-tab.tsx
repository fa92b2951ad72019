"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NEXT_PAGE } from "../../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { Card } from "../../ui/page.tsx";
import { ElementPart, usePartSearch } from "./element-part.tsx";

type ElementObject = RouterOutputs["elements"]["objects"]["items"][number];

/** The objects of an element with their fields. */
export function ObjectsTab({ elementKey }: { elementKey: string }) {
  const trpc = useTRPC();
  const searching = usePartSearch();
  const { search } = searching;
  const query = useInfiniteQuery({
    ...trpc.elements.objects.infiniteQueryOptions({ elementKey, search }, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
  return (
    <ElementPart part="objects" query={query} {...searching}>
      {(objects) => (
        <Card className="overflow-hidden">
          <ul className="divide-y divide-line">
            {objects.map((object) => (
              <ObjectRow key={object.id} object={object} />
            ))}
          </ul>
        </Card>
      )}
    </ElementPart>
  );
}

function ObjectRow({ object: { name, vendorName, fields } }: { object: ElementObject }) {
  const t = useTranslations("elements.objects");
  // A large object would make the list slow: its fields are rendered on demand.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="px-5 py-3.5">
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="rounded-md [overflow-wrap:anywhere]">
          <span className="font-medium">{name}</span>
          <span className="ml-3 text-muted text-sm">{t("fields", { count: fields.length })}</span>
          {vendorName && vendorName !== name && (
            <span className="ml-3 text-muted text-sm">{t("vendorName", { name: vendorName })}</span>
          )}
        </summary>
        {isOpen && fields.length > 0 && (
          <table className="mt-3 w-full table-fixed text-left text-sm">
            <thead className="text-muted text-xs">
              <tr>
                <th className="py-1 pr-3 font-normal">{t("field")}</th>
                <th className="py-1 font-normal">{t("type")}</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {fields.map((field) => (
                <tr key={field.name}>
                  <td className="py-1.5 pr-3 [overflow-wrap:anywhere]">
                    <code className="font-mono">{field.name}</code>
                    {field.displayName && field.displayName !== field.name && (
                      <span className="ml-2 text-muted">{field.displayName}</span>
                    )}
                  </td>
                  <td className="py-1.5 text-muted [overflow-wrap:anywhere]">
                    {field.type}
                    {field.isKey && (
                      <>
                        {" "}
                        <span className="ml-1 text-step-filter text-xs">{t("key")}</span>
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </details>
    </li>
  );
}

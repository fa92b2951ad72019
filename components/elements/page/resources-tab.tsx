"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { NEXT_PAGE } from "../../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { useKinds } from "../../builder/use-kinds.ts";
import { Badge } from "../../ui/badge.tsx";
import { MethodBadge } from "../../ui/method-badge.tsx";
import { Card } from "../../ui/page.tsx";
import { ElementPart, usePartSearch } from "./element-part.tsx";

type Resource = RouterOutputs["elements"]["resources"]["items"][number];

/** The resources of an element: the requests of applications, and those to the provider. */
export function ResourcesTab({ elementKey }: { elementKey: string }) {
  const trpc = useTRPC();
  const searching = usePartSearch();
  const { search } = searching;
  const query = useInfiniteQuery({
    ...trpc.elements.resources.infiniteQueryOptions({ elementKey, search }, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
  return (
    <ElementPart part="resources" query={query} {...searching}>
      {(resources) => (
        <Card className="overflow-hidden">
          <ul className="divide-y divide-line">
            {resources.map((resource) => (
              <ResourceRow key={resource.id} resource={resource} />
            ))}
          </ul>
        </Card>
      )}
    </ElementPart>
  );
}

function ResourceRow({ resource }: { resource: Resource }) {
  const t = useTranslations("elements.resources");
  const kinds = useKinds();
  const { method, path, vendorMethod, vendorPath, description, type, isAddition } = resource;
  return (
    <li className="grid gap-x-6 gap-y-1 px-5 py-3.5 lg:grid-cols-2">
      <div className="min-w-0">
        <p className="flex items-baseline gap-1">
          <MethodBadge method={method} />
          <code className="line-clamp-3 min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{path}</code>
        </p>
        {description && (
          <p className="mt-0.5 line-clamp-2 text-muted text-sm [overflow-wrap:anywhere]">{description}</p>
        )}
        {!type.isCallable && (
          <p className="mt-0.5 text-muted text-sm">
            <Badge className="mr-2">{kinds.label("resourceType", type.name)}</Badge>
            {kinds.summary("resourceType", type.name)}
          </p>
        )}
        {isAddition && <Badge className="mt-1">{t("addition")}</Badge>}
      </div>
      <p className="flex min-w-0 items-baseline gap-1 self-start text-muted">
        <span className="sr-only">{t("provider")}</span>
        <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 self-center" />
        <span className="ml-1 w-12 shrink-0 font-mono text-xs">{vendorMethod}</span>
        <code className="line-clamp-3 min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{vendorPath || path}</code>
      </p>
    </li>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-component.tsx";
import { Link } from "../../ui/link.tsx";
import { Card, Page, Section } from "../../ui/page.tsx";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { LevelBadge } from "../level-badge.tsx";
import { CommonResourceActions } from "./common-resource-actions.tsx";
import { FieldList } from "./field-list.tsx";

const MapDialog = lazyDialog(async () => (await import("./map-dialog.tsx")).MapDialog);

type Described = RouterOutputs["commonResource"]["read"];
type Mapping = Described["mappings"][number];

/** One common resource: its fields, and how each element maps them. */
export function CommonResourcePage({ name }: { name: string }) {
  const t = useTranslations("common-resources.page");
  const list = useTranslations("common-resources.list");
  const titles = useTranslations("shell.titles");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.commonResource.read.queryOptions({ name }));
  const [isMapping, setIsMapping] = useState(false);
  const back = { href: routeTo("commonResources"), label: list("title") };
  if (!data)
    return (
      <Page title={name} back={back}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("loading")} />}
      </Page>
    );
  const map = (
    <MayChange isExplained>
      <Button kind="primary" aria-haspopup="dialog" onClick={() => setIsMapping(true)}>
        {t("map")}
      </Button>
    </MayChange>
  );
  return (
    <Page title={name} kind={titles("commonResource")} back={back} actions={<CommonResourceActions name={name} />}>
      <div className="grid gap-10">
        <Section title={t("mappings")} description={t("mappingsDescription")} actions={map}>
          <Mappings {...data} />
        </Section>
        <Section title={t("fields")} description={t("fieldsDescription")}>
          <FieldList {...data} />
        </Section>
      </div>
      <MapDialog open={isMapping} onOpenChange={setIsMapping} name={name} elements={data.elements} />
    </Page>
  );
}

function Mappings({ name, mappings, elements }: Described) {
  const t = useTranslations("common-resources.page");
  const brought = elements.filter(({ brings }) => brings);
  if (mappings.length + brought.length === 0)
    return <Empty title={t("noMappings")}>{t("noMappingsDescription")}</Empty>;
  return (
    <Card className="overflow-hidden">
      <ul aria-label={t("mappings")} className="divide-y divide-line">
        {mappings.map((mapping) => (
          <MappingRow
            key={`${mapping.level} ${mapping.element.key} ${mapping.account?.id} ${mapping.elementInstance?.id}`}
            name={name}
            mapping={mapping}
          />
        ))}
        {brought.map((element) => (
          <li
            key={element.key}
            className="relative grid items-center gap-x-4 px-5 py-3.5 hover:bg-tint sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <span className="min-w-0">
              <Link
                href={routeTo("mapping", { objectName: name, element: element.key, level: "organization" })}
                className="block truncate font-medium after:absolute after:inset-0"
              >
                {element.name}
              </Link>
              <span className="block text-muted text-sm">{t("brings")}</span>
            </span>
            <LevelBadge level="element" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function MappingRow({ name, mapping }: { name: string; mapping: Mapping }) {
  const t = useTranslations("common-resources.page");
  const { level, element, account, elementInstance, vendorName, fields, isRemoved } = mapping;
  const owner = elementInstance?.name ?? account?.name;
  const place = elementInstance ? { connection: elementInstance.id } : { element: element.key };
  return (
    <li className="relative grid items-center gap-x-4 gap-y-1 px-5 py-3.5 hover:bg-tint sm:grid-cols-[minmax(0,1fr)_auto]">
      <span className="min-w-0">
        <Link
          href={routeTo("mapping", { objectName: name, ...place, level })}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {element.name}
        </Link>
        <span className="block truncate text-muted text-sm">
          {isRemoved ? t("removed") : t("mapped", { count: fields, object: vendorName })}
          {owner !== undefined && ` ${t("of", { name: owner })}`}
        </span>
      </span>
      <LevelBadge level={level} />
    </li>
  );
}

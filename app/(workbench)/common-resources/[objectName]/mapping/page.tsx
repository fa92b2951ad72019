import { notFound } from "next/navigation";
import type { MappingOf } from "#components/common-resources/mapping/model/mapping.tsx";
import { OpenMapping } from "#components/common-resources/mapping/open-mapping.tsx";
import { titled } from "../../../../titled.ts";

export const generateMetadata = titled("mapping");

type Query = { element?: string; level?: string; connection?: string };

export default async function MappingPage({
  params,
  searchParams,
}: {
  params: Promise<{ objectName: string }>;
  searchParams: Promise<Query>;
}) {
  const of = mappingOf(decodeURIComponent((await params).objectName), await searchParams);
  if (!of) notFound();
  return <OpenMapping of={of} />;
}

/** Parses the mapping in an address; null if there is none. */
function mappingOf(name: string, { element, level, connection = "" }: Query): MappingOf | null {
  if (/^\d{1,9}$/.test(connection)) return { name, level: "instance", elementInstanceId: Number(connection) };
  if (typeof element !== "string" || (level !== "organization" && level !== "account")) return null;
  return { name, level, elementKey: element };
}

import { ImportElement } from "#components/elements/create/import-element.tsx";
import { titled } from "../../../../titled.ts";

export const generateMetadata = titled("importElement");

export default async function ImportElementPage({ searchParams }: { searchParams: Promise<{ element?: string }> }) {
  const { element } = await searchParams;
  return <ImportElement key={element} elementKey={element} />;
}

import { notFound } from "next/navigation";
import { OpenDesigner } from "#components/designer/open-designer.tsx";
import { titled } from "../../../../titled.ts";

export const generateMetadata = titled("design");

export default async function DesignPage({ params }: { params: Promise<{ formulaId: string }> }) {
  const { formulaId } = await params;
  if (!/^\d{1,9}$/.test(formulaId)) notFound();
  return <OpenDesigner key={formulaId} formulaId={Number(formulaId)} />;
}

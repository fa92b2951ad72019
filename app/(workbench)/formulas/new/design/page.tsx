import { NewDesigner } from "#components/designer/open-designer.tsx";
import { titled } from "../../../../titled.ts";

export const generateMetadata = titled("newDesign");

export default async function NewDesignPage({ searchParams }: { searchParams: Promise<{ draft?: string }> }) {
  const { draft = "" } = await searchParams;
  const draftId = /^\d{1,9}$/.test(draft) ? Number(draft) : undefined;
  return <NewDesigner key={draftId} draftId={draftId} />;
}

import { NewBuilder } from "#components/builder/builder.tsx";
import { titled } from "../../../../titled.ts";

export const generateMetadata = titled("newBuild");

export default async function NewBuildPage({ searchParams }: { searchParams: Promise<{ draft?: string }> }) {
  const { draft = "" } = await searchParams;
  const draftId = /^\d{1,9}$/.test(draft) ? Number(draft) : undefined;
  return <NewBuilder key={draftId} draftId={draftId} />;
}

import { NewBuilder } from "#components/builder/builder.tsx";
import { titled } from "../../../../titled.ts";

export const generateMetadata = titled("newBuild");

export default async function NewBuildPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const query = await searchParams;
  const { draft = "" } = query;
  const draftId = /^\d{1,9}$/.test(draft) ? Number(draft) : undefined;
  return <NewBuilder key={draftId} draftId={draftId} query={`${new URLSearchParams(query)}`} />;
}

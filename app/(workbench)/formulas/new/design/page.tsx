import type { Metadata } from "next";
import { NewDesigner } from "#components/designer/designer.tsx";

export const metadata: Metadata = { title: "New formula" };

export default async function NewDesignPage({ searchParams }: { searchParams: Promise<{ draft?: string }> }) {
  const { draft = "" } = await searchParams;
  const draftId = /^\d{1,9}$/.test(draft) ? Number(draft) : undefined;
  return <NewDesigner key={draftId} draftId={draftId} />;
}

import { notFound } from "next/navigation";
import { RunPage } from "#components/executions/page/run-page.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("run");

export default async function OneRunPage({ params }: { params: Promise<{ executionId: string }> }) {
  const { executionId } = await params;
  if (!/^\d{1,12}$/.test(executionId)) notFound();
  return <RunPage executionId={Number(executionId)} />;
}

import { OpenBuilder } from "#components/builder/builder.tsx";
import { titled } from "../../../../titled.ts";

export const generateMetadata = titled("build");

export default async function BuildPage({ params }: { params: Promise<{ elementKey: string }> }) {
  const elementKey = decodeURIComponent((await params).elementKey);
  return <OpenBuilder key={elementKey} elementKey={elementKey} />;
}

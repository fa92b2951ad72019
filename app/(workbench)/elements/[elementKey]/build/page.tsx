import { OpenBuilder } from "#components/builder/builder.tsx";
import { titled } from "../../../../titled.ts";

export const generateMetadata = titled("build");

type Props = { params: Promise<{ elementKey: string }>; searchParams: Promise<Record<string, string>> };

export default async function BuildPage({ params, searchParams }: Props) {
  const elementKey = decodeURIComponent((await params).elementKey);
  return <OpenBuilder key={elementKey} elementKey={elementKey} query={`${new URLSearchParams(await searchParams)}`} />;
}

import { Connect } from "#components/connections/connect.tsx";
import { titled } from "../../../../titled.ts";

export const generateMetadata = titled("connect");

export default async function ConnectPage({ params }: { params: Promise<{ elementKey: string }> }) {
  return <Connect elementKey={decodeURIComponent((await params).elementKey)} />;
}

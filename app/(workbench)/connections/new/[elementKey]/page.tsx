import type { Metadata } from "next";
import { Connect } from "#components/connections/connect.tsx";

export const metadata: Metadata = { title: "Connect an account" };

export default async function ConnectPage({ params }: { params: Promise<{ elementKey: string }> }) {
  return <Connect elementKey={decodeURIComponent((await params).elementKey)} />;
}

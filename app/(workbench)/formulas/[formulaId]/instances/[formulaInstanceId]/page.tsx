import { notFound } from "next/navigation";
import { InstancePage } from "#components/formulas/instance-page.tsx";
import { titled } from "../../../../../titled.ts";

export const generateMetadata = titled("formulaInstance");

type Params = { formulaId: string; formulaInstanceId: string };

export default async function OneInstancePage({ params }: { params: Promise<Params> }) {
  const ids = Object.values(await params);
  if (!ids.every((id) => /^\d{1,9}$/.test(id))) notFound();
  const { formulaId, formulaInstanceId } = await params;
  return <InstancePage formulaId={Number(formulaId)} formulaInstanceId={Number(formulaInstanceId)} />;
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReferenceGroup } from "#components/documentation/reference-group.tsx";
import { documentation } from "../../documentation.ts";

type Props = { params: Promise<{ group: string }> };

async function groupOf({ params }: Props) {
  const [{ readReference }, { group: slug }] = await Promise.all([documentation(), params]);
  return readReference().find((group) => group.slug === slug) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { name } = await groupOf(props);
  return { title: name };
}

export default async function ReferenceGroupPage(props: Props) {
  return <ReferenceGroup group={await groupOf(props)} />;
}

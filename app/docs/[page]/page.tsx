import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Article } from "#components/documentation/article.tsx";
import { documentation } from "../documentation.ts";

type Props = { params: Promise<{ page: string }> };

async function pageOf({ params }: Props) {
  const [{ allPages }, { page: slug }] = await Promise.all([documentation(), params]);
  const pages = await allPages();
  const at = pages.findIndex((page) => page.slug === slug);
  const page = pages[at];
  return page ? { page, previous: pages[at - 1], next: pages[at + 1] } : notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page } = await pageOf(props);
  return { title: page.title };
}

export default async function OneDocumentationPage(props: Props) {
  return <Article {...(await pageOf(props))} />;
}

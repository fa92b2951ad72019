import { SearchResults } from "#components/documentation/search-results.tsx";
import { titled } from "../../titled.ts";
import { documentation } from "../documentation.ts";

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export const generateMetadata = titled("docsSearch");

/** The results as a page, for browsers without scripts and for links to a search. */
export default async function SearchPage({ searchParams }: Props) {
  const [{ searchDocumentation }, { q = "" }] = await Promise.all([documentation(), searchParams]);
  const text = String(q);
  return <SearchResults text={text} found={await searchDocumentation(text)} />;
}

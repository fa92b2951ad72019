import { ElementPage } from "#components/elements/page/element-page.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("element");

export default async function OneElementPage({ params }: { params: Promise<{ elementKey: string }> }) {
  return <ElementPage elementKey={decodeURIComponent((await params).elementKey)} />;
}

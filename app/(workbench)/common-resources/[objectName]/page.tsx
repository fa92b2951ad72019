import { CommonResourcePage } from "#components/common-resources/page/common-resource-page.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("commonResource");

export default async function OneCommonResourcePage({ params }: { params: Promise<{ objectName: string }> }) {
  return <CommonResourcePage name={decodeURIComponent((await params).objectName)} />;
}

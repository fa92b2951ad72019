import { RequestPage } from "#components/requests/request-page.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("request");

export default async function OneRequestPage({ params }: { params: Promise<{ requestId: string }> }) {
  return <RequestPage requestId={decodeURIComponent((await params).requestId)} />;
}

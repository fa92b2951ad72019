import { RequestList } from "#components/requests/request-list.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("requests");

export default function RequestsPage() {
  return <RequestList />;
}

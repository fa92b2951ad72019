import { Explorer } from "#components/explorer/explorer.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("explorer");

export default function ExplorerPage() {
  return <Explorer />;
}

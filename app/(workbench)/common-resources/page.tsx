import { CommonResourceList } from "#components/common-resources/common-resource-list.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("commonResources");

export default function CommonResourcesPage() {
  return <CommonResourceList />;
}

import { CommonResourceList } from "#components/common-resources/common-resource-list.tsx";
import { readAccess } from "../../session.ts";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("commonResources");

export default async function CommonResourcesPage() {
  const { mayInvite } = await readAccess();
  return <CommonResourceList levels={mayInvite ? ["organization", "account"] : ["account"]} />;
}

import { AccountList } from "#components/administration/account-list.tsx";
import { readAccess } from "../../../session.ts";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("accounts");

export default async function AccountsPage() {
  return <AccountList mayCreate={(await readAccess()).mayInvite} />;
}

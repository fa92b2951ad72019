import { UserList } from "#components/administration/user-list.tsx";
import { readAccess } from "../../../session.ts";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("users");

export default async function UsersPage() {
  return <UserList mayInvite={(await readAccess()).mayInvite} />;
}

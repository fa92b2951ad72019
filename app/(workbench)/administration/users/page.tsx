import { UserList } from "#components/administration/user-list.tsx";
import { readSession } from "../../../session.ts";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("users");

export default async function UsersPage() {
  return <UserList mayInvite={(await readSession())?.mayInvite === true} />;
}

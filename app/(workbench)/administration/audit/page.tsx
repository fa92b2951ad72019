import { AuditLog } from "#components/administration/audit-log.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("audit");

export default function AuditPage() {
  return <AuditLog />;
}

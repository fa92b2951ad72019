import { Organization } from "#components/administration/organization.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("organization");

export default Organization;

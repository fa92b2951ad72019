import type { OpenProvider } from "../provider-type.ts";
import { accounting } from "./accounting.ts";
import { beacon } from "./beacon.ts";
import { crm } from "./crm.ts";
import { documents } from "./documents.ts";
import { erp } from "./erp.ts";
import { helpdesk } from "./helpdesk.ts";
import { hr } from "./hr.ts";
import { mail } from "./mail.ts";
import { marketing } from "./marketing.ts";
import { soap } from "./soap.ts";
import { social } from "./social.ts";

/** Every provider, by the first segment of its path, which is also its name on the dial. */
export const PROVIDERS = {
  crm,
  beacon,
  social,
  helpdesk,
  marketing,
  accounting,
  erp,
  documents,
  mail,
  hr,
  soap,
} as const satisfies Record<string, OpenProvider>;

import { z } from "zod";

export const accountRecord = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string(),
    active: z.boolean(),
    companyId: z.number().int().meta({ description: "The organization." }),
    externalId: z.string(),
    defaultAccount: z.boolean(),
    type: z.enum(["Default", "CompanyAccount"]),
    createdDate: z.string(),
    updatedDate: z.string(),
  })
  .meta({ id: "Account" });

import { z } from "zod";

/** Also part of other representations of an instance. */
export const instanceRecord = z
  .object({
    id: z.number().int(),
    name: z.string(),
    createdDate: z.string(),
    updatedDate: z.string(),
    token: z.string().meta({ description: "Send it as Element <token> to authenticate requests to the instance." }),
    element: z.looseObject({ id: z.number().int(), key: z.string() }).optional(),
    elementId: z.number().int(),
    tags: z.array(z.string()),
    provisionInteractions: z.array(z.unknown()),
    valid: z.boolean().meta({ description: "False if the instance must be reconnected." }),
    disabled: z.boolean(),
    maxCacheSize: z.number(),
    cacheTimeToLive: z.number(),
    cachingEnabled: z.boolean(),
    eventsEnabled: z.boolean(),
    traceLoggingEnabled: z.boolean(),
    externalAuthentication: z.string(),
    configuration: z.record(z.string(), z.string()).meta({ description: "Secrets are shown as ********." }),
    user: z.object({ id: z.number().int(), emailAddress: z.string(), firstName: z.string(), lastName: z.string() }),
    objects: z
      .array(
        z.object({ name: z.string(), vendorName: z.string(), type: z.enum(["vdr", "formularyCanonical", "vendor"]) }),
      )
      .optional(),
  })
  .meta({ id: "ElementInstance", description: "An authenticated connection to an element." });

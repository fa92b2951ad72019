import { z } from "zod";
import { createConnectSession, readConnectSession } from "#server/services/connect-session/create-connect-session.ts";
import { orElse } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { keyOrId } from "../records/fields.ts";

const shown = z.object({
  id: z.string(),
  accountId: z.number().int(),
  elementId: z.number().int(),
  name: z.string(),
  externalReference: z.string().optional(),
  tags: z.array(z.string()),
  allowedOrigin: z.string(),
  status: z.enum(["open", "connected", "expired"]),
  elementInstanceId: z
    .number()
    .int()
    .optional()
    .meta({ description: "The instance, once the customer has connected." }),
  expiresDate: z.string(),
});
const session = shown.meta({ id: "ConnectSession" });
const created = shown
  .extend({ url: z.string().meta({ description: "The page for the customer. It is shown only once." }) })
  .meta({ id: "NewConnectSession" });

const shared = { auth: "platform", tags: ["Connect sessions"] } as const;
const text = z.string().trim().min(1, "is required").max(255);

export const connectSessionEndpoints = {
  createConnectSession: endpoint({
    ...shared,
    method: "POST",
    path: "/connect-sessions",
    summary: "Create a page on which a customer connects an account",
    description:
      "The page works once, for the customer who opens its address, in a window or in a frame of `allowedOrigin`.",
    body: z.object({
      element: z.union([keyOrId, z.int()]).meta({ description: "The key or the id of the element." }),
      accountId: z.int().min(1).max(2_147_483_647).optional().meta({
        description: "The account that the instance belongs to. By default it is your own.",
      }),
      accountExternalId: text.optional().meta({
        description:
          "The account by its externalId, such as the customer in your application, in the place of accountId.",
      }),
      name: text.optional().meta({ description: "The name of the instance. By default it is that of the element." }),
      externalReference: text.optional().meta({
        description: "The customer in your application. It becomes a tag of the instance.",
      }),
      tags: z.array(text).max(20).optional(),
      allowedOrigin: z
        .string()
        .max(300)
        .meta({ description: "The origin of your pages, such as https://app.example.com." }),
      expiresInMinutes: orElse(z.int().min(1).max(1440), 30),
    }),
    reply: created,
    handle: (ctx, { body }) => createConnectSession(ctx, body),
  }),

  readConnectSession: endpoint({
    ...shared,
    method: "GET",
    path: "/connect-sessions/{connectSessionId}",
    summary: "Get the state of a connect session",
    params: z.object({ connectSessionId: z.uuid() }),
    reply: session,
    handle: (ctx, { params }) => readConnectSession(ctx, params.connectSessionId),
  }),
};

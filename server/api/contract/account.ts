import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const role = z
  .object({ key: z.string(), name: z.string(), active: z.boolean() })
  .meta({ id: "Role", description: "What a user may do." });

const user = z
  .object({
    id: z.number().int(),
    organizationId: z.number().int(),
    accountId: z.number().int(),
    email: z.string(),
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    fullName: z.string(),
    active: z.boolean(),
    roles: z.array(role),
    createdDate: z.string(),
    updatedDate: z.string(),
    secret: z.string().optional().meta({ description: "User secret; only with the user's right password." }),
    organizationSecret: z
      .string()
      .optional()
      .meta({ description: "Organization secret; only with the user's right password." }),
  })
  .meta({ id: "User" });

const authenticatedUser = z
  .object({
    token: z.string().meta({ description: "Goes into Authorization: Bearer <token> of GET /authentication/secrets." }),
    id: z.number().int(),
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    accountId: z.number().int(),
    accountName: z.string(),
    organizationId: z.number().int(),
    organizationName: z.string(),
    roles: z.array(role),
    accountAdmin: z.boolean(),
    organizationAdmin: z.boolean(),
    createdDate: z.string(),
  })
  .meta({ id: "AuthenticatedUser" });

const tags = ["Accounts"] as const;

export const authenticate = endpoint({
  method: "POST",
  path: "/authentication",
  auth: "none",
  summary: "Sign in",
  words:
    "Gives a token for eight hours. After five wrong passwords within a minute the name is refused for a minute (429).",
  tags,
  body: z.object({ username: z.string().min(1).max(320), password: z.string().min(1).max(1024) }),
  bodyLimit: 16 * 1024,
  reply: authenticatedUser,
});

export const readSecrets = endpoint({
  method: "GET",
  path: "/authentication/secrets",
  auth: "bearer",
  summary: "Read your own secrets",
  words: "The User and Organization secrets that every other call is made with. Each read is in the audit log.",
  tags,
  reply: z.object({ userSecret: z.string(), organizationSecret: z.string() }).meta({ id: "Secrets" }),
});

export const readUser = endpoint({
  method: "GET",
  path: "/users/{emailOrId}",
  auth: "platform",
  summary: "Read a user",
  words: "For administrators. With that user's right password in elements-user-password the reply holds the secrets.",
  tags,
  params: z.object({ emailOrId: z.string().min(1).max(320) }),
  headers: z.object({ "elements-user-password": z.string().max(1024).optional() }),
  reply: user,
});

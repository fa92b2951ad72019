import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { authenticatedUser, password, user } from "./user-record.ts";

const shared = { tags: ["Authentication"], bodyLimit: 16 * 1024 } as const;

export const authenticate = endpoint({
  ...shared,
  method: "POST",
  path: "/authentication",
  auth: "none",
  summary: "Sign in",
  description:
    "Gives a token for eight hours. After five wrong passwords within a minute the name is refused for a minute (429).",
  body: z.object({ username: z.string().min(1).max(320), password: z.string().min(1).max(1024) }),
  reply: authenticatedUser,
});

export const readSecrets = endpoint({
  ...shared,
  method: "GET",
  path: "/authentication/secrets",
  auth: "bearer",
  summary: "Read your own secrets",
  description: "The User and Organization secrets that every other call is made with. Each read is in the audit log.",
  reply: z.object({ userSecret: z.string(), organizationSecret: z.string() }).meta({ id: "Secrets" }),
});

export const setOwnPassword = endpoint({
  ...shared,
  method: "POST",
  path: "/authentication/passwords",
  auth: "platform",
  summary: "Set your own password",
  description:
    "It must be as the organization's password policy says. Whoever signed in with the one before is signed out.",
  body: z.object({ password }),
  reply: authenticatedUser,
});

const params = z.object({ email: z.string().min(1).max(320) });
const current = { "elements-user-password": z.string().max(1024).optional() };
const both = z.object({ ...current, "elements-user-newpassword": password });

export const readApplicationUser = endpoint({
  ...shared,
  method: "GET",
  path: "/applications/users/{email}",
  auth: "none",
  summary: "Read a user by their password",
  description:
    "Needs the user's password in elements-user-password, and tells the secrets. Wrong ones count as at sign-in.",
  params,
  headers: z.object(current),
  reply: user,
});

export const changeApplicationUser = endpoint({
  ...shared,
  method: "PUT",
  path: "/applications/users/{email}",
  auth: "none",
  summary: "Set another password by the present one",
  description: "The present password in elements-user-password, the other in elements-user-newpassword.",
  params,
  headers: both,
  reply: user,
});

export const resetApplicationPassword = endpoint({
  ...shared,
  method: "PUT",
  path: "/applications/users/{email}/password/reset",
  auth: "none",
  summary: "Set another password by the present one, even one that has expired",
  params,
  headers: both,
  reply: user,
});

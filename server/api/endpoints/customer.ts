import { z } from "zod";
import { Failure } from "#server/errors.ts";
import { endpoint } from "../endpoint.ts";
import { nothing } from "../records/fields.ts";

const refuse = (message: string) => async (): Promise<never> => {
  throw new Failure("notImplemented", message);
};

const unsupported = (message: string) =>
  ({
    auth: "none",
    tags: ["Organizations"],
    description: `Not supported: always returns 501. ${message}`,
    reply: nothing,
    alsoRefuses: [501],
    handle: refuse(message),
  }) as const;

const ofOne = { params: z.object({ id: z.string().max(255) }) } as const;

const identityProviders = unsupported(
  "One identity provider serves a whole installation. Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET instead.",
);
const organizations = unsupported(
  "Organizations of an installation are not listed or deleted by the API. Create one with POST /organizations and read your own with GET /organizations/me.",
);

/** Groups of organizations with one owner (spec §4): an installation has no level above its organizations. */
export const customerEndpoints = {
  listIdentityProviders: endpoint({
    ...identityProviders,
    method: "GET",
    path: "/customers/identity-providers",
    summary: "List identity providers",
  }),
  createIdentityProvider: endpoint({
    ...identityProviders,
    method: "POST",
    path: "/customers/identity-providers",
    summary: "Create an identity provider",
  }),
  readIdentityProvider: endpoint({
    ...identityProviders,
    ...ofOne,
    method: "GET",
    path: "/customers/identity-providers/{id}",
    summary: "Retrieve an identity provider",
  }),
  deleteIdentityProvider: endpoint({
    ...identityProviders,
    ...ofOne,
    method: "DELETE",
    path: "/customers/identity-providers/{id}",
    summary: "Delete an identity provider",
  }),
  readCustomer: endpoint({
    ...organizations,
    method: "GET",
    path: "/customers/me",
    summary: "Retrieve the customer of the caller",
  }),
  listCustomerOrganizations: endpoint({
    ...organizations,
    method: "GET",
    path: "/customers/organizations",
    summary: "List the organizations of a customer",
  }),
  readCustomerOrganization: endpoint({
    ...organizations,
    ...ofOne,
    method: "GET",
    path: "/customers/organizations/{id}",
    summary: "Retrieve an organization of a customer",
  }),
  deleteCustomerOrganization: endpoint({
    ...organizations,
    ...ofOne,
    method: "DELETE",
    path: "/customers/organizations/{id}",
    summary: "Delete an organization of a customer",
  }),
  signUpCustomer: endpoint({
    ...unsupported(
      "Nobody can sign up for an installation by the API. An administrator invites people with POST /organizations/users or in the Workbench, and npm run setup creates the first administrator.",
    ),
    method: "POST",
    path: "/customers/signup",
    summary: "Sign up as a customer",
  }),
};

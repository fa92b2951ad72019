import { z } from "zod";
import { displayName, maybe } from "#server/shapes.ts";

export const role = z
  .object({
    id: z.number().int(),
    key: z.string(),
    name: z.string(),
    description: z.string(),
    active: z.boolean(),
    hide: z.boolean(),
    features: z.array(z.string()),
    privileges: z.array(z.string()),
  })
  .meta({
    id: "Role",
    description: "What a user is allowed to do. viewer reads, org builds, admin and org-admin manage users.",
  });

const ADDRESS = ["phone", "street1", "street2", "city", "stateProvince", "state", "postalCode", "country"] as const;
const text = z.string().max(500, "must not be longer than 500 characters");

/** Telephone and address, as they are sent. */
export const profileFields = fieldsOf(() => maybe(text));
const profileShown = fieldsOf(() => z.string().optional());

function fieldsOf<Schema extends z.ZodType>(schema: () => Schema) {
  return Object.fromEntries(ADDRESS.map((field) => [field, schema()])) as Record<(typeof ADDRESS)[number], Schema>;
}

/** A body with its telephone and address moved into one field. */
export function gatherProfile<Body extends object>(body: Body) {
  const entries = Object.entries(body);
  const isOfProfile = ([name]: [string, unknown]) => (ADDRESS as readonly string[]).includes(name);
  return {
    ...(Object.fromEntries(entries.filter((entry) => !isOfProfile(entry))) as Omit<Body, (typeof ADDRESS)[number]>),
    profile: Object.fromEntries(entries.filter((entry) => isOfProfile(entry) && entry[1] !== undefined)) as Record<
      string,
      string
    >,
  };
}

export const organizationFields = profileShown;

export const user = z
  .object({
    id: z.number().int(),
    organizationId: z.number().int(),
    accountId: z.number().int(),
    email: z.string(),
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    fullName: z.string(),
    password: z.string().meta({ description: "Always ********." }),
    active: z.boolean(),
    enabled: z.boolean(),
    emailValid: z.boolean(),
    accountExpired: z.boolean(),
    accountNonExpired: z.boolean(),
    accountLocked: z.boolean(),
    accountNonLocked: z.boolean(),
    credentialsExpired: z.boolean(),
    credentialsNonExpired: z.boolean(),
    lastLoginDate: z.string().optional(),
    externalId: z.string().optional(),
    ...profileShown,
    roles: z.array(role),
    createdDate: z.string(),
    updatedDate: z.string(),
    secret: z.string().optional().meta({
      description: "The User secret. Present only with the correct password of the user, and directly after creation.",
    }),
    organizationSecret: z
      .string()
      .optional()
      .meta({ description: "The Organization secret. Present only with the correct password of the user." }),
  })
  .meta({ id: "User" });

export const authenticatedUser = z
  .object({
    token: z
      .string()
      .optional()
      .meta({ description: "Send it as Authorization: Bearer <token> to GET /authentication/secrets." }),
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
    sysAdmin: z.boolean(),
    twoFactor: z.boolean(),
    registeredForTwoFactor: z.boolean(),
    inIntelligenceRole: z.boolean(),
    lastLoginDate: z.string().optional(),
    createdDate: z.string(),
  })
  .meta({ id: "AuthenticatedUser" });

/** A password as input; the policy has further rules. */
export const password = z.string().min(1, "must not be empty").max(1024, "must not be longer than 256 characters");
const name = displayName.pipe(z.string().max(255, "must not be longer than 255 characters"));
const email = z
  .string()
  .trim()
  .max(320, "must not be longer than 320 characters")
  .regex(/^[^\s\0-\x1f\x7f]+$/, "must not be empty or hold spaces")
  .meta({
    description: "The login name, unique across all organizations. E-mail is sent to it if it is an e-mail address.",
  });
const externalId = maybe(z.string().trim().min(1).max(255));

/** The fields of a new user. */
export const newUser = z.object({
  email,
  firstName: name,
  lastName: name,
  password,
  externalId,
  ...profileFields,
});
export const newRoles = maybe(z.array(z.object({ key: z.string() })).max(20));
export const userChanges = z.object({
  email: maybe(email),
  firstName: maybe(name),
  lastName: maybe(name),
  password: maybe(password),
  active: maybe(z.boolean()),
  externalId,
  ...profileFields,
});

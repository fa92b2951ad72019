import { z } from "zod";
import { displayName, maybe } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { nothing } from "./fields.ts";
import { newUser, organizationFields, profileFields } from "./user-record.ts";

const shown = {
  id: z.number().int(),
  name: z.string(),
  externalId: z.string(),
  active: z.boolean(),
  environment: z.enum(["production", "test"]),
  status: z.enum(["paid", "trial"]),
  secret: z.string().meta({ description: "The Organization secret." }),
  vdrVersion: z.string(),
  canCreatePeer: z.boolean(),
  twoFactorAuthEnabled: z.boolean(),
  ...organizationFields,
  createdDate: z.string(),
};
const organization = z.object(shown).meta({ id: "Organization" });
const name = displayName.pipe(z.string().max(255, "must not be longer than 255 characters"));
const externalId = maybe(z.string().trim().min(1).max(255));

const shared = { auth: "platform", tags: ["Organizations"] } as const;

export const createOrganization = endpoint({
  ...shared,
  method: "POST",
  path: "/organizations",
  summary: "Add an organization",
  description:
    "For customer administrators. user is its first user, who administers it, and whose secret is told this once.",
  body: z.object({ name, externalId, ...profileFields, user: maybe(newUser) }),
  reply: z
    .object({
      ...shown,
      user: z.object({ id: z.number().int(), email: z.string(), secret: z.string() }).optional(),
    })
    .meta({ id: "NewOrganization" }),
});
export const readOwnOrganization = endpoint({
  ...shared,
  method: "GET",
  path: "/organizations/me",
  summary: "Read your organization",
  reply: organization,
});
export const changeOwnOrganization = endpoint({
  ...shared,
  method: "PUT",
  path: "/organizations/me",
  summary: "Change your organization",
  description: "For its administrators. What is not given stays.",
  body: z.object({ name: maybe(name), externalId, ...profileFields }),
  reply: organization,
});

const count = (least: number, most: number) =>
  z
    .int(`must be a whole number from ${least} to ${most}`)
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);
const policy = z
  .object({
    minLength: count(8, 256),
    minUppercase: count(0, 10),
    minLowercase: count(0, 10),
    minNumbers: count(0, 10),
    minSymbols: count(0, 10),
    symbolCharacterSet: z.string("must be the special characters that count").max(100),
    previousPasswordCount: count(0, 9),
    expirationDays: count(0, 36_500),
  })
  .meta({ id: "PasswordPolicy" });

export const readPasswordPolicy = endpoint({
  ...shared,
  method: "GET",
  path: "/organizations/password-policies",
  summary: "Read what passwords must be like",
  reply: policy,
});
export const putPasswordPolicy = endpoint({
  ...shared,
  method: "PUT",
  path: "/organizations/password-policies",
  summary: "Set what passwords must be like",
  description:
    "For administrators of the organization. Counts are the least of each kind; previousPasswordCount may not be used again; after expirationDays (0: never) a password must be changed. No password may contain its user's names.",
  body: policy,
  reply: policy,
});
export const deletePasswordPolicy = endpoint({
  ...shared,
  method: "DELETE",
  path: "/organizations/password-policies",
  summary: "Go back to the usual password policy",
  reply: policy,
});

const branding = z.record(z.string(), z.string()).meta({
  id: "Branding",
  description: "Two fonts, fifteen colors (#rgb or #rrggbb), and logo and favicon as data URLs.",
});
const brandingShared = { ...shared, tags: ["Branding"], path: "/organizations/branding" } as const;

export const readBranding = endpoint({
  ...brandingShared,
  method: "GET",
  summary: "Read fonts, colors and images",
  reply: branding,
});
export const putBranding = endpoint({
  ...brandingShared,
  method: "PUT",
  summary: "Set fonts and colors",
  description: "For administrators of the organization.",
  body: z.record(z.string(), z.unknown()),
  reply: branding,
});
export const deleteBranding = endpoint({
  ...brandingShared,
  method: "DELETE",
  summary: "Take fonts, colors and images away",
  reply: nothing,
});

const image = {
  ...shared,
  tags: ["Branding"],
  method: "PATCH",
  description: "A PNG, JPEG, GIF, WebP or ICO of at most 256 KB, as the part file of a form.",
  takesFiles: true,
  reply: branding,
} as const;
export const putLogo = endpoint({ ...image, path: "/organizations/branding/logo", summary: "Set the logo" });
export const putFavicon = endpoint({ ...image, path: "/organizations/branding/favicon", summary: "Set the favicon" });

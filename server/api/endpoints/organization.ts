import { z } from "zod";
import { IMAGE_NAMES } from "#server/account/images/registry.ts";
import { addOrganization } from "#server/services/organization/add-organization.ts";
import { deleteBranding, putBranding, putBrandingImage, readBranding } from "#server/services/organization/branding.ts";
import { changeOwnOrganization, readOwnOrganization } from "#server/services/organization/own-organization.ts";
import { putPasswordPolicy, readPasswordPolicy } from "#server/services/organization/password-policy.ts";
import { displayName, maybe } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { nothing } from "../records/fields.ts";
import { gatherProfile, newUser, organizationFields, profileFields } from "../records/user.ts";
import { uploadedFile } from "../uploaded-file.ts";

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
    symbolCharacterSet: z
      .string("must be the special characters that count")
      .max(100, "must not be longer than 100 characters"),
    previousPasswordCount: count(0, 9),
    expirationDays: count(0, 36_500),
  })
  .meta({ id: "PasswordPolicy" });

const branding = z.record(z.string(), z.string()).meta({
  id: "Branding",
  description: "Two fonts, fifteen colors (#rgb or #rrggbb), and the logo and favicon as data URLs.",
});
const brandingShared = { ...shared, tags: ["Branding"], path: "/organizations/branding" } as const;

const image = {
  ...shared,
  tags: ["Branding"],
  method: "PATCH",
  description: `Send a ${IMAGE_NAMES} image of at most 256 KB as the part \`file\` of a multipart form.`,
  takesFiles: true,
  reply: branding,
} as const;

/** The largest logo or favicon. */
export const LARGEST_IMAGE = 256 * 1024;

export const organizationEndpoints = {
  createOrganization: endpoint({
    ...shared,
    method: "POST",
    path: "/organizations",
    summary: "Create an organization",
    description:
      "For customer administrators. `user` becomes the first administrator. The response contains their secret, which is shown only once.",
    body: z.object({ name, externalId, ...profileFields, user: maybe(newUser) }),
    reply: z
      .object({
        ...shown,
        user: z.object({ id: z.number().int(), email: z.string(), secret: z.string() }).optional(),
      })
      .meta({ id: "NewOrganization" }),
    handle: (ctx, { body }) => {
      const { user, ...organization } = gatherProfile(body);
      return addOrganization(ctx, { ...organization, user });
    },
  }),

  readOwnOrganization: endpoint({
    ...shared,
    method: "GET",
    path: "/organizations/me",
    summary: "Get your organization",
    reply: organization,
    handle: (ctx) => readOwnOrganization(ctx),
  }),

  changeOwnOrganization: endpoint({
    ...shared,
    method: "PUT",
    path: "/organizations/me",
    summary: "Update your organization",
    description: "For administrators of the organization. Omitted fields are kept.",
    body: z.object({ name: maybe(name), externalId, ...profileFields }),
    reply: organization,
    handle: (ctx, { body }) => changeOwnOrganization(ctx, gatherProfile(body)),
  }),

  readPasswordPolicy: endpoint({
    ...shared,
    method: "GET",
    path: "/organizations/password-policies",
    summary: "Get the password policy",
    reply: policy,
    handle: (ctx) => readPasswordPolicy(ctx),
  }),

  putPasswordPolicy: endpoint({
    ...shared,
    method: "PUT",
    path: "/organizations/password-policies",
    summary: "Update the password policy",
    description:
      "For administrators of the organization. Counts are minimums per kind of character. The last previousPasswordCount passwords cannot be reused. Passwords expire after expirationDays (0 means never). A password must not contain the names of its user.",
    body: policy,
    reply: policy,
    handle: (ctx, { body }) => putPasswordPolicy(ctx, body),
  }),

  deletePasswordPolicy: endpoint({
    ...shared,
    method: "DELETE",
    path: "/organizations/password-policies",
    summary: "Reset the password policy to its defaults",
    reply: policy,
    handle: (ctx) => putPasswordPolicy(ctx, null),
  }),

  readBranding: endpoint({
    ...brandingShared,
    method: "GET",
    summary: "Get fonts, colors and images",
    alsoRefuses: [404],
    reply: branding,
    handle: (ctx) => readBranding(ctx),
  }),

  putBranding: endpoint({
    ...brandingShared,
    method: "PUT",
    summary: "Update fonts and colors",
    description: "For administrators of the organization.",
    body: z.record(z.string(), z.unknown()),
    reply: branding,
    handle: (ctx, { body }) => putBranding(ctx, body),
  }),

  deleteBranding: endpoint({
    ...brandingShared,
    method: "DELETE",
    summary: "Delete fonts, colors and images",
    reply: nothing,
    handle: (ctx) => deleteBranding(ctx),
  }),

  putLogo: endpoint({
    ...image,
    path: "/organizations/branding/logo",
    summary: "Set the logo",
    handle: (ctx, { request }) =>
      putBrandingImage(ctx, { which: "logo", read: () => uploadedFile(request, LARGEST_IMAGE) }),
  }),

  putFavicon: endpoint({
    ...image,
    path: "/organizations/branding/favicon",
    summary: "Set the favicon",
    handle: (ctx, { request }) =>
      putBrandingImage(ctx, { which: "favicon", read: () => uploadedFile(request, LARGEST_IMAGE) }),
  }),
};

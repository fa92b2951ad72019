import { addOrganization } from "#server/services/organization/add-organization.ts";
import { deleteBranding, putBranding, putBrandingImage, readBranding } from "#server/services/organization/branding.ts";
import { changeOwnOrganization, readOwnOrganization } from "#server/services/organization/own-organization.ts";
import { putPasswordPolicy, readPasswordPolicy } from "#server/services/organization/password-policy.ts";
import * as contract from "../endpoints/organization.ts";
import { gatherProfile } from "../records/user.ts";
import { route } from "../route.ts";
import { uploadedFile } from "../uploaded-file.ts";

const MAX_IMAGE = 256 * 1024;

export const organizationRoutes = [
  route(contract.createOrganization, (ctx, { body }) => {
    const { user, ...organization } = gatherProfile(body);
    return addOrganization(ctx, { ...organization, user });
  }),
  route(contract.readOwnOrganization, (ctx) => readOwnOrganization(ctx)),
  route(contract.changeOwnOrganization, (ctx, { body }) => changeOwnOrganization(ctx, gatherProfile(body))),

  route(contract.readPasswordPolicy, (ctx) => readPasswordPolicy(ctx)),
  route(contract.putPasswordPolicy, (ctx, { body }) => putPasswordPolicy(ctx, body)),
  route(contract.deletePasswordPolicy, (ctx) => putPasswordPolicy(ctx, null)),

  route(contract.readBranding, (ctx) => readBranding(ctx)),
  route(contract.putBranding, (ctx, { body }) => putBranding(ctx, body)),
  route(contract.deleteBranding, (ctx) => deleteBranding(ctx)),
  route(contract.putLogo, (ctx, { request }) => putBrandingImage(ctx, "logo", () => uploadedFile(request, MAX_IMAGE))),
  route(contract.putFavicon, (ctx, { request }) =>
    putBrandingImage(ctx, "favicon", () => uploadedFile(request, MAX_IMAGE)),
  ),
];

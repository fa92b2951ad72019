import type { App } from "#server/context.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import { elementSchema } from "#server/element/shape.ts";
import * as elements from "#server/store/element/elements.ts";

type Owner = { organizationId: number; accountId: number; isCatalog?: boolean };

let count = 0;

/** An element as authors send it. */
export const anElement = (fields: Record<string, unknown> = {}) => ({
  name: `Element ${++count}`,
  key: `element${count}`,
  description: "An element of a test",
  hub: "crm",
  authentication: { type: "custom" },
  configuration: [] as object[],
  resources: [] as object[],
  ...fields,
});

/** An element that is connected by OAuth 2, with the addresses of this provider. */
export const anOauthElement = (
  { url }: { url: string },
  { configuration = {}, ...fields }: Record<string, unknown> = {},
) => {
  const values = {
    "base.url": url,
    "oauth.authorization.url": `${url}/authorize`,
    "oauth.token.url": `${url}/token`,
    "oauth.token.revoke_url": `${url}/revoke`,
    "oauth.scope": "all",
    ...(configuration as Record<string, string>),
  };
  return anElement({
    authentication: { type: "oauth2" },
    configuration: Object.entries(values).map(([key, defaultValue]) => ({
      key,
      name: key,
      description: key,
      defaultValue,
    })),
    ...fields,
  });
};

/** Inserts the element. */
export async function insertElement(
  { db, vault }: Pick<App, "db" | "vault">,
  { organizationId, accountId, isCatalog = false }: Owner,
  element: object,
) {
  const id = await elements.nextId(db.prisma);
  const definition = prepareElement(elementSchema.parse(element), { elementId: id });
  return elements.insert(db.prisma, vault, {
    id,
    organizationId,
    accountId,
    isCatalog,
    definition,
    createdAt: new Date(),
  });
}

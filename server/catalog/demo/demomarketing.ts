import type { CatalogElement } from "../definition.ts";
import { dateTime, group, groups, text, texts, whole } from "../fields.ts";
import { changed, type Kind, objectOf, polling, received, sent } from "../kind.ts";
import { configured, cursors, endpoint, orderBy, parameter, postRequest, provesAccess, where } from "../parts.ts";
import { demoOAuth } from "./oauth.ts";
import { PROVIDER_URL } from "./provider-url.ts";

const dated = { id: "id", created: "createdAt", updated: "updatedAt" };
const dates = { createdAt: dateTime("When it was made"), updatedAt: dateTime("When it was last changed") };

const form: Kind = {
  ...dated,
  one: "form",
  many: "forms",
  fields: { id: text("Id of the form"), name: text("Name"), status: text("draft or approved"), ...dates },
};

const lead: Kind = {
  ...dated,
  one: "lead",
  many: "leads",
  search: ["email"],
  fields: {
    id: text("Id of the lead"),
    formId: text("Id of the form"),
    email: text("E-mail address"),
    firstName: text("Given name"),
    lastName: text("Family name"),
    company: text("Company"),
    values: groups("What was filled in beside that", {
      name: text("Name of the field"),
      value: text("What was filled in"),
    }),
    ...dates,
  },
};

const customObject: Kind = {
  ...dated,
  one: "customObject",
  many: "custom-objects",
  vendorName: "customobjects",
  search: ["name", "kind", "id"],
  required: ["name"],
  fields: {
    id: text("Id of the object"),
    name: text("Name"),
    kind: text("car, house or course"),
    attributes: group("What is known of it", { color: text("Color"), score: whole("Score from 0 to 100") }),
    leadIds: texts("Ids of the leads it belongs to"),
    ...dates,
  },
};

const paging = cursors("nextPageToken", "batchSize");
const list = (names: string) => ({
  rootKey: "result",
  nextPageKey: "nextPageToken",
  parameters: [where(names), ...paging, orderBy("sort", "A field to sort by, and desc for the other way round")],
});
/** The provider takes and returns lists of records. */
const one = { rootKey: "result[0]", requestRootKey: "input[0]" };
const names = { id: "The id of the custom object" };
const id = parameter("path", "id", "bodyField", "input[0].id", "The id of the custom object", { required: true });

/** Refusals have status 200: they are converted to errors. */
const refusals = postRequest(`
const failed = response_body && response_body.success === false;
const [error = {}] = (failed && response_body.errors) || [];
const status = { not_found: 404, already_exists: 409 }[error.code] || 400;
done(failed && !response_iserror ? { response_status_code: status, response_error: error.message } : {});
`);

export const demomarketing: CatalogElement = {
  key: "demomarketing",
  name: "Megaphone (demo)",
  hub: "marketing",
  description:
    "Marketing for trying out the product: forms, their leads, and custom objects, with OAuth 2 client credentials.",
  authentication: { type: "oauth2" },
  configuration: configured("oauth2", {
    "base.url": `${PROVIDER_URL}/marketing/rest`,
    "pagination.type": "cursor",
    "pagination.max": "300",
    ...demoOAuth("marketing"),
    "oauth.grant.type": "client_credentials",
    ...polling("marketing", "since", [customObject]),
  }),
  hooks: [refusals],
  resources: [
    provesAccess("GET /forms.json?batchSize=1"),
    endpoint("GET /forms", "GET /forms.json", "List forms", {
      rootKey: "result",
      nextPageKey: "nextPageToken",
      parameters: paging,
      lists: received(form),
    }),
    endpoint("GET /forms/{formId}/leads", "GET /forms/{formId}/leads.json", "List the leads of a form", {
      ...list("email, since"),
      names: { formId: "The id of the form" },
      lists: received(lead),
    }),
    endpoint("GET /custom-objects", "GET /customobjects.json", "List or search custom objects", {
      ...list("name, kind, id, since"),
      lists: received(customObject),
    }),
    endpoint("POST /custom-objects", "POST /customobjects.json", "Create a custom object", {
      ...one,
      takes: sent(customObject),
      returns: received(customObject),
    }),
    endpoint("GET /custom-objects/{id}", "GET /customobjects/{id}.json", "Read a custom object", {
      ...one,
      names,
      returns: received(customObject),
    }),
    endpoint("PATCH /custom-objects/{id}", "POST /customobjects/update.json", "Update a custom object", {
      rootKey: "result[0]",
      parameters: [
        parameter("body", "body", "bodyField", "input[0]", "The customObjectPatch object", {
          required: true,
          dataType: "customObjectPatch",
          vendorDataType: "customObjectPatch",
          model: "customObjectPatch",
        }),
        id,
      ],
      takes: changed(customObject),
      returns: received(customObject),
    }),
    endpoint("DELETE /custom-objects/{id}", "POST /customobjects/delete.json", "Delete a custom object", {
      rootKey: "result[0]",
      parameters: [id],
    }),
  ],
  objects: [form, lead, customObject].map(objectOf),
};

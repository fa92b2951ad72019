import { expect, test } from "vitest";
import { elementSchema } from "../shape.ts";
import { elementRefusals } from "./check.ts";
import { exportedElement } from "./exported.ts";
import { prepareElement } from "./prepare.ts";
import type { PreparedElement } from "./prepared.ts";

const entry = (key: string, fields: object = {}) => ({
  key,
  name: key,
  description: `The ${key}`,
  type: "TEXTFIELD_128",
  required: false,
  active: true,
  internal: false,
  hideFromConsole: false,
  resellerConfig: false,
  companyConfig: false,
  groupControl: false,
  isPrivate: false,
  ...fields,
});

/** Features of exports of other systems. */
const EXPORT = {
  name: "Shop & more",
  key: "shopSDF",
  description: "Orders",
  hub: "ecommerce",
  hookName: "Shop",
  image: "elements/provider_shop.png",
  logo: "shop",
  active: true,
  deleted: false,
  beta: false,
  private: true,
  extended: true,
  typeOauth: false,
  cloneable: false,
  extendable: true,
  trialAccount: false,
  modelType: "basic",
  paginatorVersion: "V2",
  protocolType: "http",
  useModelsForMetadata: true,
  someFutureField: { nested: [1, null, { "a.b": "ü" }] },
  elementMetadata: { api: { type: "rest json" }, authenticationTypes: ["basic", "custom"], tags: [] },
  authentication: { type: "basic", note: "kept" },
  configuration: [
    entry("authentication.type", {
      type: "COMBO",
      groupControl: true,
      defaultValue: "basic",
      options: [
        { value: "basic", description: "Basic" },
        { value: "custom", description: "Token" },
      ],
    }),
    entry("username", { groupName: "basic", required: true, displayOrder: 1 }),
    entry("password", { groupName: "basic", type: "PASSWORD", required: true }),
    entry("oauth.user.token", { groupName: "custom", defaultValue: "" }),
    entry("base.url", { defaultValue: "{store.url}", type: "TEXTFIELD_1000" }),
    entry("bulk.query.date_mask", { defaultValue: "EEE, dd MMM yyyy HH:mm:ss Z", unknownFlag: 1 }),
  ],
  parameters: [
    {
      name: "store.url",
      vendorName: "store.url",
      type: "configuration",
      vendorType: "path",
      source: "request",
      required: false,
    },
    {
      name: "Bearer ${configuration.oauth.user.token}",
      vendorName: "X-Token",
      type: "value",
      vendorType: "header",
      source: "request",
      required: false,
    },
  ],
  hooks: [
    {
      type: "preRequest",
      mimeType: "application/javascript",
      isLegacy: false,
      body: "",
      contextParams: "configuration",
    },
  ],
  resources: [
    {
      path: "/hubs/ecommerce/orders",
      vendorPath: "/orders",
      method: "GET",
      vendorMethod: "GET",
      type: "api",
      kind: "eb",
      rootKey: ".orders[*]",
      description: "Orders",
      tryitoutDisable: false,
      response: { contentType: "application/json", contentTypeAsString: "application/json" },
      nextResource: "GET:/hubs/ecommerce/orders/{id}",
      hooks: [
        {
          type: "postRequest",
          mimeType: "application/javascript",
          isLegacy: true,
          body: "return { response_body: response_body_map }",
          contextParams: "",
        },
      ],
      parameters: [
        {
          name: '{\n "filter": "{where}" }',
          vendorName: "body",
          type: "value",
          vendorType: "body",
          source: "request",
          required: false,
          dataType: "string",
          vendorDataType: "string",
        },
        {
          name: "where",
          vendorName: "where",
          type: "query",
          vendorType: "bodyToken",
          source: "request",
          required: false,
          converter: "toQueryParameters",
          dataType: "order",
        },
      ],
      model: {
        name: "order",
        swagger: { order: { id: "order", properties: { at: { type: "date" } }, "x-primary-key": ["id"] } },
        transform: false,
      },
    },
    {
      path: "/hubs/ecommerce/orders/{id}",
      vendorPath: "/orders/{id}",
      method: "GET",
      type: "api",
      kind: "java",
      rootKey: "",
      parameters: [],
      hooks: [],
    },
    {
      path: "/hubs/ecommerce/token",
      vendorPath: "https://login.example.com/token",
      method: "POST",
      type: "provisionAuthValidation",
      kind: "eb",
      parameters: [],
      hooks: [],
    },
  ],
  objects: [
    {
      name: "orders",
      primaryKeyName: "id",
      searchConfiguration: { fields: ["at"], operators: [] },
      fields: [{ name: "id", type: "string", mask: null }],
    },
  ],
};

const imported = (sent: object, elementId = 7, before?: PreparedElement) =>
  prepareElement(elementSchema.parse(sent), { elementId, before });
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
/** Fields of an element that are not in its definition. */
const { private: _, extended: __, typeOauth: ___, deleted: ____, configuration, ...DEFINITION } = EXPORT;

test("an export comes out as it went in, with the configuration that every element has", () => {
  const { configuration: all, ...rest } = plain(exportedElement(imported(EXPORT)));
  expect(all.slice(0, configuration.length)).toEqual(configuration);
  expect(rest).toEqual({
    ...DEFINITION,
    resources: DEFINITION.resources.map((resource) => ({
      ...resource,
      hooks: resource.hooks.map((hook) => ({ ...hook, contextParams: expect.any(String) })),
    })),
  });
});

test("import, export and import again change nothing more", () => {
  const first = exportedElement(imported(EXPORT));
  expect(plain(exportedElement(imported(first, 9)))).toEqual(plain(first));
});

test("it can be saved", () => {
  expect(elementRefusals(imported(EXPORT))).toEqual([]);
});

test("ids are kept where they are sent back, and where a part is the same", () => {
  const before = imported(EXPORT);
  expect(imported(plain(before), 7, before)).toEqual(before);
  const [first, second, third] = before.resources;
  const moved = imported(
    { ...EXPORT, resources: [third, { ...EXPORT.resources[1], description: "new" }, first] },
    7,
    before,
  );
  expect(moved.resources.map(({ id }) => id)).toEqual([third?.id, second?.id, first?.id]);
});

test("an id that is another element's is not taken over, and none is given twice", () => {
  const before = imported(EXPORT);
  const foreign = imported({ ...EXPORT, parameters: [{ ...EXPORT.parameters[0], id: 999_000_001 }] }, 8);
  expect(foreign.parameters[0]?.id).toBeLessThan(9_000_000);
  const shorter = imported({ ...EXPORT, objects: [] }, 7, before);
  const again = imported(EXPORT, 7, shorter);
  expect(again.objects[0]?.id).toBeGreaterThan(before.partCount);
});

test.each([
  ["/contacts", "/hubs/crm/contacts"],
  ["contacts", "/hubs/crm/contacts"],
  ["/hubs/other/contacts", "/hubs/other/contacts"],
])("the path %s is %s", (path, normalized) => {
  const element = { ...DEFINITION, hub: "crm", configuration: [], resources: [{ path, method: "GET" }] };
  expect(imported(element).resources[0]?.path).toBe(normalized);
});

test("contextParams are the names that a hook mentions", () => {
  const body =
    "const x = request_vendor_headers['a']; done({ request_vendor_body_map: configuration, response_bodyX: 1 })";
  expect(imported({ ...EXPORT, hooks: [{ type: "preRequest", body }] }).hooks[0]?.contextParams).toBe(
    "request_vendor_body_map,request_vendor_headers,configuration",
  );
});

test.each([
  ["API", "api"],
  ["API No Documentation", "apiNoDocumentation"],
  ["On Delete", "onDelete"],
  ["On Provision", "onProvision"],
  ["On Refresh", "onRefresh"],
  ["Provision Auth Validation", "provisionAuthValidation"],
  ["On Provision Webhook", "onProvisionWebhook"],
  ["On Delete Webhook", "onDeleteWebhook"],
  ["OAuth On Authorize URL", "oauthOnAuthorizeUrl"],
  ["OAuth On Token Exchange", "oauthOnTokenExchange"],
  ["OAuth On Token Refresh", "oauthOnTokenRefresh"],
  ["OAuth On Token Revoke", "oauthOnTokenRevoke"],
  ["OAuth On Token Request", "oauthOnTokenRequest"],
  ["OAuth1 On Token Request", "oauth1OnTokenRequest"],
  ["ON_DELETE", "onDelete"],
  ["", "api"],
])("a resource of type %j is stored as %s", (type, stored) => {
  const resources = [{ method: "GET", path: "/a", type }];
  expect(elementSchema.parse({ ...EXPORT, resources }).resources[0]?.type).toBe(stored);
});

test.each([
  ["", "VENDOR_SUPPORTED"],
  ["Supported", "VENDOR_SUPPORTED"],
  ["vendor_supported", "VENDOR_SUPPORTED"],
  ["Not Supported", "VENDOR_NOT_SUPPORTED"],
  [null, undefined],
])("paginationType %j is stored as %s", (paginationType, stored) => {
  const resources = [{ method: "GET", path: "/a", paginationType }];
  expect(elementSchema.parse({ ...EXPORT, resources }).resources[0]?.paginationType).toBe(stored);
});

test.each([
  [undefined, "request_path,configuration"],
  ["configuration,request_path", "configuration,request_path"],
  ["configuration, gone", "configuration,request_path"],
])("contextParams given as %j become %s", (contextParams, stored) => {
  const body = "done({ response: configuration.a + request_path })";
  const hooks = [{ type: "preRequest", body, ...(contextParams && { contextParams }) }];
  const {
    hooks: [hook],
  } = prepareElement(elementSchema.parse({ ...EXPORT, hooks }), { elementId: 1 });
  expect(hook?.contextParams).toBe(stored);
});

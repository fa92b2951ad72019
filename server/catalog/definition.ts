import type { AuthenticationType } from "#server/element/auth/registry.ts";
import type { ConfigurationTypeName } from "#server/element/configuration-types/registry.ts";
import type { ParameterType, VendorType } from "#server/element/parameters/registry.ts";
import type { ResourceTypeName } from "#server/element/resource-types/registry.ts";
import type { Hook, METHODS } from "#server/element/shape.ts";
import type { Properties } from "./fields.ts";

// The shape of definitions in the catalog: a subset of `elementSchema`, with precise types.

export type CatalogElement = {
  key: string;
  name: string;
  hub: string;
  description: string;
  authentication: { type: AuthenticationType };
  protocolType?: "http" | "jdbc";
  image?: string;
  elementMetadata?: Record<string, unknown>;
  configuration: readonly CatalogEntry[];
  parameters?: readonly CatalogParameter[];
  hooks?: readonly CatalogHook[];
  resources: readonly CatalogResource[];
  objects: readonly CatalogObject[];
  /** The element's own common resources, which give it the fields of its hub. */
  defaultTransformations?: readonly CatalogTransformation[];
};

export type CatalogTransformation = {
  objectName: string;
  vendorName: string;
  fields: readonly {
    path: string;
    type: string;
    vendorPath: string;
    vendorType: string;
    configuration: readonly { type: string; properties: Readonly<Record<string, unknown>> }[];
  }[];
  configuration: readonly { type: string; properties: Readonly<Record<string, unknown>> }[];
  script?: { body: string; mimeType: string };
};

export type CatalogEntry = {
  key: string;
  name: string;
  description: string;
  type: ConfigurationTypeName;
  defaultValue?: string | undefined;
  options?: { value: string; description: string }[] | undefined;
  required?: boolean;
  internal?: boolean;
  hideFromConsole?: boolean;
  groupControl?: boolean;
  groupName?: string | undefined;
  displayOrder?: number | undefined;
};

export type CatalogParameter = {
  name: string;
  type: ParameterType;
  vendorName: string;
  vendorType: VendorType;
  description: string;
  dataType: string;
  vendorDataType: string;
  required?: boolean;
  source?: "request" | "response";
  converter?: "toQueryParameters" | "toODataFilter";
  model?: string;
};

export type CatalogHook = { type: Hook["type"]; body: string; isLegacy: boolean };

type Definitions = Record<
  string,
  | { id: string; properties: Properties; required?: readonly string[] }
  | { id: string; type: string; items: { type: string } }
>;

export type CatalogResource = {
  description: string;
  path: string;
  method: (typeof METHODS)[number];
  vendorPath: string;
  vendorMethod: (typeof METHODS)[number];
  type: ResourceTypeName;
  rootKey?: string;
  requestRootKey?: string;
  nextPageKey?: string;
  paginationType?: "VENDOR_SUPPORTED" | "VENDOR_NOT_SUPPORTED";
  defaultPageSize?: number;
  maxPageSize?: number;
  nextResource?: string;
  parameters: readonly CatalogParameter[];
  hooks?: readonly CatalogHook[];
  model?: { name?: string; swagger?: Definitions; requestName?: string; requestSwagger?: Definitions };
  response: { contentType: string; contentTypeAsString: string };
};

export type CatalogObject = {
  name: string;
  vendorName: string;
  primaryKeyName: string;
  createdDateName?: string;
  createdDateFormat?: string;
  updatedDateName?: string;
  updatedDateFormat?: string;
  searchConfiguration: { fields: readonly string[]; operators: readonly string[] };
  fields: readonly {
    name: string;
    displayName: string;
    type: string;
    format?: string;
    description?: string | undefined;
    primaryKey: boolean;
    readOnly: boolean;
  }[];
};

import { withoutHub } from "../resource-path.ts";
import type { Resource } from "../shape.ts";

/**
 * The provider's name of an operation: `GET /v2/people/{id}`. An author may rename the resource, and the operation stays
 * the same. Where all operations have one address, as with SOAP, our path distinguishes them.
 */
export const operationKeyOf = ({
  method,
  vendorMethod,
  path,
  vendorPath,
}: Pick<Resource, "method" | "vendorMethod" | "path" | "vendorPath">): string =>
  `${vendorMethod ?? method} ${vendorPath || withoutHub(path)}`;

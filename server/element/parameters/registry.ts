import { registry, typesOf } from "../../registry.ts";
import { body } from "./body.ts";
import { bodyField } from "./body-field.ts";
import { bodyToken } from "./body-token.ts";
import { configuration } from "./configuration.ts";
import { form } from "./form.ts";
import { header } from "./header.ts";
import { multipart } from "./multipart.ts";
import { noOp } from "./no-op.ts";
import { path } from "./path.ts";
import type { Place } from "./place.ts";
import { prevBody, prevBodyField } from "./prev-body.ts";
import { query } from "./query.ts";
import { value } from "./value.ts";

/** Every place of a parameter. To add one: write its file and name it here. */
const TYPES = registry(
  configuration,
  header,
  path,
  query,
  body,
  bodyField,
  bodyToken,
  form,
  multipart,
  value,
  prevBody,
  prevBodyField,
  noOp,
);

type Places = typeof TYPES;
type Not<Side extends string> = {
  [Type in keyof Places]: Places[Type] extends { side: Side } ? never : Type;
}[keyof Places];

/** The source of a parameter's value on our side. */
export type ParameterType = Not<"provider">;

/** Its target on the provider's side. */
export type VendorType = Not<"caller">;

export const PLACES: Readonly<Record<ParameterType | VendorType, Place>> = TYPES;

export const PARAMETER_TYPES = typesOf(PLACES).filter(
  (type): type is ParameterType => PLACES[type].side !== "provider",
);
export const VENDOR_TYPES = typesOf(PLACES).filter((type): type is VendorType => PLACES[type].side !== "caller");

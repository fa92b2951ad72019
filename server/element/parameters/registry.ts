import type { ParameterType, VendorType } from "../shape.ts";
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

/** Every place a parameter can be in. To add one: write its file, name it here and in the shape's lists. */
export const PLACES: Record<ParameterType | VendorType, Place> = {
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
  "no-op": noOp,
};

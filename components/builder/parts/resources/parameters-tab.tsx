"use client";

import type { Operation } from "../../model/operations.ts";
import { ParameterList } from "../../parameters/parameter-list.tsx";

/** What of a request goes where in the request to the provider, and back. */
export const ParametersTab = ({ operation }: { operation: Operation }) => (
  <ParameterList resource={["resources", operation.at]} />
);

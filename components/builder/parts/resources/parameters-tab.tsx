"use client";

import type { Operation } from "../../model/operations.ts";
import { ParameterList } from "../../parameters/parameter-list.tsx";

/** The mapping of a request to the request to the provider, and back. */
export const ParametersTab = ({ operation }: { operation: Operation }) => (
  <ParameterList resource={["resources", operation.at]} />
);

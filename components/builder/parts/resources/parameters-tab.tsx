"use client";

import { ParameterList } from "../../parameters/parameter-list.tsx";
import type { Operation } from "./operations.ts";

/** What of a request goes where in the request to the provider, and back. */
export const ParametersTab = ({ operation }: { operation: Operation }) => (
  <ParameterList resource={["resources", operation.at]} />
);

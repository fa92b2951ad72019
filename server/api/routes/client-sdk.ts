import { Failure } from "#server/errors.ts";
import * as contract from "../contract/client-sdk.ts";
import { route } from "../route.ts";

async function refuse(): Promise<never> {
  throw new Failure("notImplemented", "Clients are not generated here. Generate one from GET /elements/{key}/docs.");
}

export const clientSdkRoutes = [route(contract.listClientSdks, refuse), route(contract.readClientSdk, refuse)];

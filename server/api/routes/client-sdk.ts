import { Failure } from "#server/errors.ts";
import * as contract from "../endpoints/client-sdk.ts";
import { route } from "../route.ts";

async function refuse(): Promise<never> {
  throw new Failure(
    "notImplemented",
    "Client SDKs are not supported. Generate a client from GET /elements/{key}/docs.",
  );
}

export const clientSdkRoutes = [route(contract.listClientSdks, refuse), route(contract.readClientSdk, refuse)];

import { ReferenceStart } from "#components/documentation/reference-start.tsx";
import { parseEnv } from "#server/env.ts";
import { titled } from "../../titled.ts";
import { documentation } from "../documentation.ts";

export const generateMetadata = titled("apiReference");

export default async function ReferencePage() {
  const { readReference, highlight } = await documentation();
  const api = `${parseEnv(process.env).PUBLIC_URL}/elements/api-v2`;
  const setup = highlight(`API=${api}\nAUTH='User <user secret>, Organization <organization secret>'`, "bash");
  return <ReferenceStart groups={readReference()} setup={setup} />;
}

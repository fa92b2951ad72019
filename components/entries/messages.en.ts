import type { Entry } from "#server/element/auth/entry.ts";
import { AUTH_TYPES } from "#server/element/auth/registry.ts";
import { COMMON_ENTRIES } from "#server/element/definition/automatic-configuration.ts";
import { quoted } from "../definitions/quoted.ts";
import { entryTextKey } from "./entry-text-key.ts";

const ENTRIES: readonly Entry[] = [
  ...COMMON_ENTRIES,
  ...Object.values(AUTH_TYPES).flatMap(({ configuration }) => configuration),
];

/** Earlier descriptions, which published elements still have. */
const EARLIER: Readonly<Record<string, string>> = {
  "event.notification.enabled": "Tell of changes at the provider",
  "oauth.grant.type": "authorization_code or client_credentials",
  "oauth.request.authorization.type": "header or query",
};

/** Names and descriptions of the configuration entries that elements get automatically. */
const messages: Readonly<Record<string, string>> = Object.fromEntries(
  ENTRIES.flatMap(({ key, name, description }) => [
    ...[name, description].map((text) => [entryTextKey(key, text), quoted(text)]),
    ...[EARLIER[key] ?? []].flat().map((text) => [entryTextKey(key, text), quoted(description)]),
  ]),
);
export default messages;

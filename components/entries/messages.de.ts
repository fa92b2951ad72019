import type { Translation } from "../languages/translation.ts";
import { entryTextKey } from "./entry-text-key.ts";
import type english from "./messages.en.ts";

const CALLBACK = { "Callback URL": "Callback-URL" };
const FOR_BASIC = { "For basic authentication": "Für die Basic-Authentifizierung" };
const EVENTS = "Änderungen beim Anbieter als Ereignisse empfangen";
const GRANT = "Ob eine Person den Zugriff erteilt oder die Anwendung allein ihn hat";
const SIGNATURE = "Wo Anfragen ihre Signatur haben";

/** German texts by the key of the entry and the English text. */
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "base.url": { "Base URL": "Basis-URL", "Prefix of every provider path": "Der Anfang jeder Adresse beim Anbieter" },
  "pagination.type": {
    "Pagination type": "Art der Seiten",
    "page, offset or cursor": "page, offset oder cursor",
  },
  "pagination.max": {
    "Maximum page size": "Maximale Seitengröße",
    "A number, or a JSON map by object": "Eine Zahl, oder Zahlen je Objekt als JSON",
  },
  "pagination.page.startindex": {
    "First page": "Erste Seite",
    "The provider's first page number, 0 or 1": "Die Nummer der ersten Seite beim Anbieter, 0 oder 1",
  },
  "event.notification.enabled": {
    Events: "Ereignisse",
    "Receive changes at the provider as events": EVENTS,
    "Tell of changes at the provider": EVENTS,
  },
  "event.vendor.type": { "Event type": "Art der Ereignisse", "polling or webhook": "polling oder webhook" },
  "event.notification.callback.url": { ...CALLBACK, "Where events are sent": "Wohin Ereignisse gesendet werden" },
  "event.notification.callback.headers": {
    "Callback headers": "Header des Callbacks",
    "Sent with every event": "Werden mit jedem Ereignis gesendet",
  },
  "event.notification.signature.key": {
    "Signature key": "Signaturschlüssel",
    "Signs every event with HMAC-SHA256": "Signiert jedes Ereignis mit HMAC-SHA256",
  },
  "event.notification.basic.username": { "Callback user name": "Benutzername des Callbacks", ...FOR_BASIC },
  "event.notification.basic.password": { "Callback password": "Passwort des Callbacks", ...FOR_BASIC },
  "event.notification.subscription.id": {
    Subscription: "Abonnement",
    "Set when events are turned on": "Wird gesetzt, wenn Ereignisse eingeschaltet werden",
  },
  "event.address.signed.only": {
    "Signed address only": "Nur die signierte Adresse",
    "Refuse webhooks at the address without signature": "Webhooks an der Adresse ohne Signatur ablehnen",
  },
  "event.objects": {
    "Objects to watch": "Beobachtete Objekte",
    "Names, separated by commas": "Namen, durch Kommas getrennt",
  },
  "event.poller.refresh_interval": {
    "Polling interval": "Abfrageintervall",
    "Minutes from poll to poll": "Minuten von Abfrage zu Abfrage",
  },
  "event.poller.configuration": { Polling: "Abfrage", "What is polled, as JSON": "Was abgefragt wird, als JSON" },
  "event.metadata": {
    "Event metadata": "Metadaten der Ereignisse",
    "What events there are, as JSON": "Welche Ereignisse es gibt, als JSON",
  },
  "filter.response.nulls": {
    "Filter nulls": "Leere Felder weglassen",
    "Leave fields that are null out of replies": "Felder, die null sind, aus Antworten weglassen",
  },
  "oauth.api.key": {
    "Client id": "Client-ID",
    "The client id registered with the provider": "Die Client-ID, die beim Anbieter registriert ist",
    "Consumer key": "Consumer-Key",
    "The consumer key registered with the provider": "Der Consumer-Key, der beim Anbieter registriert ist",
  },
  "oauth.api.secret": {
    "Client secret": "Client-Secret",
    "The client secret": "Das Client-Secret",
    "Consumer secret": "Consumer-Secret",
    "The consumer secret": "Das Consumer-Secret",
  },
  "oauth.callback.url": {
    ...CALLBACK,
    "The callback URL registered with the provider": "Die Callback-URL, die beim Anbieter registriert ist",
  },
  "oauth.scope": { Scope: "Scope", "The requested access": "Der angefragte Zugriff" },
  "oauth.authorization.url": {
    "Authorization URL": "Autorisierungs-URL",
    "Where a person grants access": "Wo eine Person den Zugriff erteilt",
  },
  "oauth.token.url": {
    "Token URL": "Token-URL",
    "Where a code is exchanged for a token": "Wo ein Code gegen ein Token getauscht wird",
    "Where access tokens are requested": "Wo Zugriffstoken angefragt werden",
  },
  "oauth.token.refresh_url": {
    "Refresh URL": "Refresh-URL",
    "Where a token is refreshed, if not at the token URL": "Wo ein Token erneuert wird, wenn nicht unter der Token-URL",
  },
  "oauth.token.revoke_url": { "Revoke URL": "Revoke-URL", "Where a token is revoked": "Wo ein Token widerrufen wird" },
  "oauth.basic.header": {
    "Client in header": "Client im Header",
    "Send client id and secret as HTTP Basic on token calls":
      "Client-ID und Client-Secret bei Token-Anfragen als HTTP Basic senden",
  },
  "oauth.pkce": { PKCE: "PKCE", "Bind the code to a verifier (S256)": "Den Code an einen Verifier binden (S256)" },
  "oauth.grant.type": {
    "Grant type": "Grant-Type",
    "Whether a person grants access, or the client alone has it": GRANT,
    "authorization_code or client_credentials": GRANT,
  },
  "oauth.user.token": { "Access token": "Zugriffstoken", "The user's access token": "Das Zugriffstoken der Person" },
  "oauth.user.refresh_token": {
    "Refresh token": "Refresh-Token",
    "The user's refresh token": "Das Refresh-Token der Person",
  },
  "oauth.user.refresh_interval": {
    "Refresh interval": "Intervall der Erneuerung",
    "Seconds until an access token is refreshed, unless it ends sooner":
      "Sekunden, bis ein Zugriffstoken erneuert wird, wenn es nicht früher abläuft",
  },
  "oauth.user.expires_in": {
    Lifetime: "Gültigkeit",
    "Seconds that the access token lives, as the provider says; empty when it does not say":
      "Sekunden, die das Zugriffstoken nach Angabe des Anbieters gilt; leer ohne Angabe",
  },
  "oauth.user.refresh_time": {
    "Refresh time": "Zeit der Erneuerung",
    "When the token was given, in milliseconds since 1970": "Wann das Token erteilt wurde, in Millisekunden seit 1970",
  },
  "oauth.user.token.secret": {
    "Token secret": "Token-Secret",
    "The user's token secret": "Das Token-Secret der Person",
  },
  "oauth.request.url": {
    "Request token URL": "URL für Anfragetoken",
    "Where request tokens are requested": "Wo Anfragetoken angefragt werden",
  },
  "oauth.request.authorization.type": {
    "Place of the signature": "Ort der Signatur",
    "Where requests have their signature": SIGNATURE,
    "header or query": SIGNATURE,
  },
  username: {
    "API key": "API-Schlüssel",
    "The API key at the provider": "Der API-Schlüssel beim Anbieter",
    "User name": "Benutzername",
    "The user name at the provider": "Der Benutzername beim Anbieter",
  },
  password: { Password: "Passwort", "The password at the provider": "Das Passwort beim Anbieter" },
  "aws.api.key": { "Access key id": "Access-Key-ID", "The access key id": "Die Access-Key-ID" },
  "aws.api.secret": { "Secret access key": "Secret-Access-Key", "The secret access key": "Der Secret-Access-Key" },
  "aws.service": {
    Service: "Dienst",
    "The service that requests are signed for, such as s3; without it, the one that the host names":
      "Der Dienst, für den Anfragen signiert werden, etwa s3; ohne ihn der Dienst, den der Host nennt",
  },
  "aws.region": {
    Region: "Region",
    "The region, such as us-east-1": "Die Region, etwa us-east-1",
    "The region, for addresses that contain it": "Die Region, für Adressen, die sie enthalten",
  },
};

/** Names and descriptions of configuration entries in German. */
const messages: Translation<typeof english> = Object.fromEntries(
  Object.entries(TEXTS).flatMap(([key, texts]) =>
    Object.entries(texts).map(([text, german]) => [entryTextKey(key, text), german]),
  ),
);
export default messages;

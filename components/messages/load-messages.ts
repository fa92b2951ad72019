import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";
import type { Messages } from "next-intl";
import { type Locale, languageOf, PSEUDO } from "../languages/locales.ts";
import { type Catalog, completeCatalogOf } from "./catalogs.ts";
import { pseudo } from "./pseudo.ts";
import { ROOMS } from "./rooms.ts";

type Compiled = { [key: string]: CompiledMessage | Compiled };

const read = new Map<Locale, Promise<Messages>>();

/** All messages of the Workbench in a locale, compiled once per process, so that browsers do not parse messages. */
export function loadMessages(locale: Locale): Promise<Messages> {
  const messages = read.get(locale) ?? load(locale);
  read.set(locale, messages);
  return messages;
}

async function load(locale: Locale): Promise<Messages> {
  const dress =
    locale === PSEUDO ? (text: string) => pseudo(plain(compile(text))) : (text: string) => plain(compile(text));
  const rooms = await Promise.all(
    ROOMS.map(async (room) => [room, compiled(await completeCatalogOf(room, languageOf(locale)), dress)]),
  );
  // The declared type is the message text, from which argument types are inferred; the value is the compiled message.
  return Object.fromEntries(rooms) as Messages;
}

/** Choices are compiled into objects without a prototype, which React cannot serialize for client components. */
const plain = (message: CompiledMessage): CompiledMessage => JSON.parse(JSON.stringify(message));

const compiled = (catalog: Catalog, dress: (text: string) => CompiledMessage): Compiled =>
  Object.fromEntries(
    Object.entries(catalog).map(([key, one]) => [key, typeof one === "string" ? dress(one) : compiled(one, dress)]),
  );

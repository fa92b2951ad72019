import type { Translation } from "../languages/translation.ts";
import type english from "./messages.en.ts";

export default {
  shown: "Wie Werte angezeigt werden",
  tree: "Baum",
  raw: "Text",
  copy: "{reference} kopieren",
  copied: "Verweis kopiert",
  byHand: "Verweis von Hand kopieren",
  secret: "Geheimnis, wird nie gespeichert",
  hidden: "verborgen",
  later: "Dieser Wert von {size} konnte nicht geladen werden: Der Dateispeicher antwortet nicht.",
  never: "Dieser Wert von {size} ist verloren: Seine Datei fehlt im Dateispeicher oder wurde verändert.",
  again: "Erneut versuchen",
  find: "In diesem Wert suchen",
  findExample: "items[3].name, items[*].email",
  findVerb: "Suchen",
  headers: "Header",
  found: "{count, plural, one {# Wert} other {# Werte}} gefunden.",
  loadingInput: "die Eingabe",
  noInput: "Dieser Schritt verwendet keine Werte des Auslösers oder früherer Schritte.",
} as const satisfies Translation<typeof english>;

import type { Translation } from "../languages/translation.ts";
import type english from "./messages.en.ts";

export default {
  title: "Import",
  description:
    "Formeln, Elemente und gemeinsame Ressourcen aus einer anderen Organisation, einem Repository oder einem Exportwerkzeug.",
  docs: "Was importiert werden kann",
  choose: {
    field: "Zu importierende Dateien",
    drop: "Legen Sie eine Zip-Datei, JSON-Dateien oder einen Ordner hier ab, oder",
    release: "Loslassen, um zu sehen, was ein Import tun würde",
    button: "Dateien auswählen",
    folder: "Ordner auswählen",
    empty: "In diesem Ordner gibt es keine JSON-Dateien.",
    nothing: "Nichts wird gespeichert, bevor Sie gesehen haben, was sich ändern würde.",
    tooLarge: "{name} hat {size} MB. Ein Import umfasst höchstens 20 MB.",
    mixed: "Wählen Sie eine Zip-Datei oder JSON-Dateien.",
  },
  plan: {
    title: "{count, plural, =0 {Nichts zu importieren} one {# Definition} other {# Definitionen}}",
    change: "Andere Dateien auswählen",
    connections: "Verbindungen",
    connectionsDescription: "Was die Dateien nennen, und was hier an dessen Stelle tritt.",
    instance: "{name} ({element})",
    nameless: "Verbindung {id}",
    unknownElement: "unbekanntes Element",
    unbound: "Verbindung auswählen",
    noCandidates: "Es gibt noch keine Verbindung dieses Elements.",
    connect: "Konto verbinden",
    definitions: "Definitionen",
    skipped: "{count, plural, one {# Datei wurde nicht gelesen} other {# Dateien wurden nicht gelesen}}",
    blocked:
      "{count, plural, one {# Definition kann nicht importiert werden.} other {# Definitionen können nicht importiert werden.}}",
    all: "Alle",
    include: "{name} importieren",
    noneChosen: "Nichts ist ausgewählt.",
    others: "Die übrigen importieren",
    run: "{count, plural, one {# Definition importieren} other {# Definitionen importieren}}",
    stale: "Jemand hat nach diesem Plan Definitionen geändert. Es wurde nichts importiert.",
    update: "Plan aktualisieren",
    updated: "Der Plan ist aktuell. Ihre Auswahl bleibt erhalten.",
    unchanged: "Alles in den Dateien ist hier schon vorhanden.",
  },
  types: {
    element: "Element",
    elementExtension: "Ergänzungen zu einem Element",
    commonResource: "Gemeinsame Ressource",
    formula: "Formel",
    formulaTest: "Formeltest",
  },
  actions: {
    create: "Neu",
    update: "Ersetzt",
    unchanged: "Unverändert",
    blocked: "Nicht möglich",
    leftOut: "Ausgelassen",
  },
  severities: {
    blocked: "Nicht möglich:",
    fails: "Schlägt beim Ausführen fehl:",
    changes: "Funktioniert anders:",
  },
  done: {
    title:
      "{count, plural, =0 {Nichts wurde importiert} one {# Definition wurde importiert} other {# Definitionen wurden importiert}}",
    failed: "{count, plural, one {# konnte nicht gespeichert werden.} other {# konnten nicht gespeichert werden.}}",
    saved: "Importiert",
    refused: "Nicht gespeichert",
    again: "Weitere importieren",
  },
} as const satisfies Translation<typeof english>;

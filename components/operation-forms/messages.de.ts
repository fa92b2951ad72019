import type { Translation } from "../languages/translation.ts";
import type english from "./messages.en.ts";

export default {
  send: "Anfrage senden",
  missing: "Füllen Sie {names} aus.",
  needed: "Geben Sie einen Wert für {name} ein.",
  notJson: "Der Inhalt ist kein JSON: {reason}",
  body: "Inhalt der Anfrage",
  places: {
    path: "Teil des Pfads",
    query: "Query-Parameter",
    header: "Header",
    form: "Formularfeld",
    multipart: "Teil des Formulars",
  },
  file: {
    none: "Legen Sie eine Datei hier ab, oder",
    choose: "Datei auswählen",
    other: "Andere Datei auswählen",
    release: "Loslassen, um die Datei zu übernehmen",
    large: "Die Datei hat {size}. Von hier gesendete Dateien haben höchstens {most}.",
  },
  view: { title: "Ansicht", form: "Formular", json: "JSON" },
  nothing: "Wird nicht gesendet",
} as const satisfies Translation<typeof english>;

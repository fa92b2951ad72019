import type { Translation } from "../languages/translation.ts";
import type english from "./messages.en.ts";

export default {
  title: "Formulary einrichten",
  description:
    "Legen Sie Ihre Organisation und ihren ersten Administrator an. Danach können Sie weitere Personen einladen.",
  loading: "der Einrichtungslink",
  organization: "Organisation",
  firstName: "Vorname",
  lastName: "Nachname",
  email: "E-Mail",
  password: "Passwort",
  verb: "Organisation anlegen",
  noLink: "Sie brauchen einen Einrichtungslink",
  noLinkDescription:
    "Es gibt noch keine Konten. Führen Sie diesen Befehl auf dem Server aus und öffnen Sie den Link, den er ausgibt.",
} as const satisfies Translation<typeof english>;

import type { Translation } from "../languages/translation.ts";
import type english from "./messages.en.ts";

export default {
  title: "Benutzer einladen",
  description:
    "Erstellen Sie einen Einladungslink und senden Sie ihn der Person. Der Link gilt einmal und läuft nach einem Tag ab. Die Person wählt ihr Passwort selbst oder verwendet Single Sign-on, falls es eingerichtet ist.",
  link: "Einladungslink für {email}",
  shown: "Kopieren Sie den Link jetzt und senden Sie ihn. Er wird nicht noch einmal angezeigt.",
  replaces: "Der frühere Link für diese Adresse gilt nicht mehr.",
  copyLink: "den Einladungslink",
  email: "E-Mail",
  role: "Rolle",
  roles: {
    viewer: "Betrachter: sieht alles, ändert nichts",
    org: "Designer: baut Formeln, führt sie aus und verbindet Konten",
    admin: "Kontoadministrator: verwaltet sein Konto und dessen Benutzer",
    "org-admin": "Organisationsadministrator: verwaltet Konten, Benutzer und die Organisation",
  },
  make: "Link erstellen",
  accept: {
    invitation: "Einladung",
    welcome: "Willkommen bei {organization}",
    loading: "die Einladung",
    become: "Sie treten als {role} mit der E-Mail-Adresse <b>{email}</b> bei.",
    replaces:
      "Sie sind in diesem Browser als <b>{other}</b> angemeldet. Wenn Sie den Zugang anlegen, werden Sie abgemeldet und als <b>{email}</b> angemeldet. Wenn Sie nicht {email} sind, geben Sie den Link weiter.",
    firstName: "Vorname",
    lastName: "Nachname",
    password: "Passwort",
    signIn: "Anmelden",
    begin: "Zugang anlegen",
    through: "Mit {service} fortfahren",
    noPassword: "Dann brauchen Sie hier kein Passwort.",
    orPassword: "Oder wählen Sie ein Passwort:",
  },
} as const satisfies Translation<typeof english>;

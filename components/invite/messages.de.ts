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
    refused: {
      hasAccount: "Ein Benutzer mit der E-Mail-Adresse {email} existiert bereits. Melden Sie sich damit an.",
      expired:
        "Diese Einladung kann nicht verwendet werden: Sie ist älter als ein Tag. Bitten Sie um eine neue Einladung.",
      revoked: "Diese Einladung kann nicht verwendet werden: Sie wurde widerrufen. Bitten Sie um eine neue Einladung.",
      replaced:
        "Diese Einladung kann nicht verwendet werden: Eine neuere hat sie ersetzt. Bitten Sie um eine neue Einladung.",
      used: "Diese Einladung kann nicht verwendet werden: Sie wurde bereits verwendet. Bitten Sie um eine neue Einladung.",
      unknown: "Diese Einladung kann nicht verwendet werden: Sie ist nicht gültig. Bitten Sie um eine neue Einladung.",
      inviterMayNot:
        "Diese Einladung gilt nicht mehr: Der Benutzer, der sie gesendet hat, darf nicht mehr in diese Rolle einladen. Bitten Sie einen Administrator um eine neue Einladung ({organization}).",
      inviterGone:
        "Diese Einladung gilt nicht mehr: Der Benutzer, der sie gesendet hat, wurde gelöscht oder deaktiviert. Bitten Sie einen Administrator um eine neue Einladung ({organization}).",
    },
  },
} as const satisfies Translation<typeof english>;

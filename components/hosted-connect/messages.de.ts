import type { Translation } from "../languages/translation.ts";
import type english from "./messages.en.ts";

export default {
  title: "{element} verbinden",
  description: "{organization} bittet um Zugriff auf Ihr Konto bei {element}.",
  loading: "die Seite",
  failed: "Diese Seite funktioniert nicht mehr",
  refused: {
    linkUsed: "Ihr Konto ist verbunden",
    linkUsedDescription: "Dieser Link hat seinen Zweck erfüllt. Sie können diese Seite schließen.",
    linkExpired: "Dieser Link ist abgelaufen",
    linkExpiredDescription: "Bitten Sie dort um einen neuen Link, wo Sie diesen gefunden haben.",
    linkUnknown: "Diese Seite gibt es nicht",
    linkUnknownDescription: "Prüfen Sie, ob die Adresse vollständig ist, oder bitten Sie um einen neuen Link.",
    linkEnded: "Dieser Link ist nicht mehr gültig",
    linkEndedDescription: "Bitten Sie dort um einen neuen Link, wo Sie diesen gefunden haben.",
    linkBusy:
      "Dieser Link wird in einem anderen Fenster verwendet oder wurde zu oft versucht. Bitten Sie um einen neuen Link.",
    credentialsRefused: "{element} akzeptiert Ihre Angaben nicht. Prüfen Sie sie und versuchen Sie es erneut.",
    connectionRefused:
      "{element} hat die Verbindung nicht zugelassen. Prüfen Sie Ihre Angaben und versuchen Sie es erneut.",
  },
  signIn: "Art der Anmeldung",
  needed: "Geben Sie einen Wert für {name} ein.",
  connect: "Verbinden",
  continueAt: "Weiter zu {element}",
  ownPage: "Sie melden sich bei {element} in einem eigenen Fenster an. {organization} sieht Ihr Passwort nicht.",
  waiting: "Warten auf {element} …",
  blocked: "Ihr Browser hat das Fenster blockiert. Erlauben Sie Fenster dieser Seite und versuchen Sie es erneut.",
  denied: "Der Zugriff wurde nicht gewährt. Versuchen Sie es erneut, wenn Sie das Konto verbinden möchten.",
  closed:
    "Das Fenster wurde geschlossen, bevor der Zugriff gewährt wurde. Versuchen Sie es erneut, wenn Sie das Konto verbinden möchten.",
  state: "Die Anmeldung dauerte zu lange oder wurde in einem anderen Browser fortgesetzt. Versuchen Sie es erneut.",
  provider: "Die Verbindung mit {element} ist fehlgeschlagen.",
  checkFirst: "Prüfen Sie Ihre Angaben und versuchen Sie es erneut. Wenn sie stimmen, informieren Sie {organization}.",
  notYours: "Sie können das nicht selbst beheben. Informieren Sie {organization} und versuchen Sie es später erneut.",
  tell: "Nachricht für {organization}",
  done: "Verbunden",
  doneDescription: "Ihr Konto bei {element} ist mit {organization} verbunden. Sie können diese Seite schließen.",
  leaving: "{element} wird geöffnet …",
} as const satisfies Translation<typeof english>;

import type { Translation } from "../languages/translation.ts";
import type english from "./messages.en.ts";

export default {
  title: "{element} verbinden",
  description: "{organization} bittet um Zugriff auf Ihr Konto bei {element}.",
  loading: "die Seite",
  failed: "Diese Seite funktioniert nicht mehr",
  signIn: "Art der Anmeldung",
  needed: "Geben Sie einen Wert für {name} ein.",
  connect: "Verbinden",
  continueAt: "Weiter zu {element}",
  ownPage: "Sie melden sich bei {element} in einem eigenen Fenster an. {organization} sieht Ihr Passwort nicht.",
  waiting: "Warten auf {element} …",
  blocked: "Ihr Browser hat das Fenster blockiert. Erlauben Sie Fenster dieser Seite und versuchen Sie es erneut.",
  denied: "Der Zugriff wurde nicht gewährt. Versuchen Sie es erneut, wenn Sie das Konto verbinden möchten.",
  done: "Verbunden",
  doneDescription: "Ihr Konto bei {element} ist mit {organization} verbunden. Sie können diese Seite schließen.",
  leaving: "{element} wird geöffnet …",
} as const satisfies Translation<typeof english>;

import type { Translation } from "../languages/translation.ts";
import type english from "./messages.en.ts";

export default {
  willNotFire: "Der Auslöser wird nicht auslösen.",
  stepWillFail: "Ein Schritt wird fehlschlagen.",
  runWillEnd: "Der Lauf wird dort enden.",
  ownerWithoutAccess:
    "Benutzer {userId}, dem die Instanz gehört, wurde gelöscht oder deaktiviert. Aktivieren Sie den Benutzer, oder erstellen Sie die Instanz als jemand anders neu.",
  moreTriggers:
    "Nur der erste Auslöser der Formel startet Läufe. Entfernen Sie die anderen, oder geben Sie jedem eine eigene Formel, die diese als Unterformel ausführt.",
  scheduleIsOver:
    "Alle Zeiten seines Zeitplans liegen in der Vergangenheit. Wählen Sie spätere, oder lassen Sie das Jahr weg.",
  triggerInstanceDeleted:
    "Seine Verbindung ({id}) wurde gelöscht. Wählen Sie in den Einstellungen der Instanz eine andere.",
  stepInstanceDeleted: "Die Verbindung von {step} ({id}) wurde gelöscht. Wählen Sie eine andere.",
  noFormula:
    "{step} führt die Formel {written} aus, die es nicht gibt oder die der Eigentümer der Instanz nicht ausführen darf. Wählen Sie in der Formel eine andere.",
  lostArrow: "{owner} führt zum Schritt {step}, den es nicht gibt.",
  noAddress:
    "{step} sendet keine E-Mail. Geben Sie in den Einstellungen der Instanz unter „Benachrichtigung bei Fehlern“ eine E-Mail-Adresse ein.",
  noMailServer:
    "{step} sendet keine E-Mail, weil diese Installation keinen Mailserver hat. Bitten Sie ihren Administrator, SMTP_URL zu setzen.",
  eventsOff:
    "Ereignisse von {name} sind ausgeschaltet. Schalten Sie in den Einstellungen der Verbindung die Ereignisse ein.",
  eventsRefused: "{name} ist ausgeschaltet, daher werden ihre Ereignisse abgelehnt. Schalten Sie die Verbindung ein.",
  pollsNothing:
    "Änderungen von {name} werden abgefragt, aber es ist kein Objekt gewählt. Wählen Sie in den Einstellungen der Verbindung die Objekte, die abgefragt werden.",
  authorizationEnded: "Die Autorisierung ist abgelaufen. Verbinden Sie das Konto neu.",
} as const satisfies Translation<typeof english>;

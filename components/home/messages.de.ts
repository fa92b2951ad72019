import type { Translation } from "../languages/translation.ts";
import type english from "./messages.en.ts";

export default {
  front: {
    reference: "Referenz",
    docs: "Doku",
    apiReference: "API-Referenz",
    title: "Integrationen, die Sie lesen, ausführen und denen Sie vertrauen können.",
    description:
      "Formulary ist eine offene Integrationsplattform. Eine Formel ist ein kurzer Ablauf: Sie ruft Dienste auf, trifft Entscheidungen, wandelt Daten um und sendet Nachrichten. Sie läuft ausfallsicher, und jeder Lauf zeichnet die Werte jedes Schritts auf.",
    signIn: "An der Workbench anmelden",
    steps: "Oder beginnen Sie im Terminal",
    stepsDescription:
      "Fügen Sie die drei Befehle in ein Terminal ein. Der letzte gibt die vollständige Ausführung aus.",
    described: "Jeder Endpunkt lässt sich mit Parametern und Antworten im <link>API-Explorer</link> ausprobieren.",
  },
  readiness: {
    checking: "Status wird geprüft …",
    up: "Alle Dienste sind verfügbar.",
    down: "Formulary antwortet nicht. Läuft npm start?",
  },
  firstSteps: {
    signIn: { title: "Anmelden", why: "Tauschen Sie Benutzername und Passwort gegen ein Token." },
    secrets: {
      title: "Schlüssel lesen",
      why: "API-Clients weisen sich bei jeder Anfrage mit einem Benutzer- und einem Organisationsschlüssel aus.",
    },
    run: { title: "Formel ausführen", why: "Starten Sie eine Formelinstanz und warten Sie auf das Ergebnis." },
  },
  sketch: {
    caption: "Eine Formel: ein Auslöser und seine Schritte",
    trigger: "eine Anfrage, ein Zeitplan, ein Ereignis",
    httpRequest: "Kunden lesen",
    filter: "nur Gold-Kunden",
    script: "Antwort aufbauen",
  },
  hello: "Hallo, {name}.",
  helloAnybody: "Hallo.",
  description: "Der Stand Ihrer Formeln und Probleme, um die Sie sich kümmern sollten.",
  tasks: {
    title: "Drei Dinge zum Ausprobieren",
    loading: "drei Dinge zum Ausprobieren",
    run: {
      title: "Formel ausführen",
      description:
        "Senden Sie eine Bestellung an eine Formel und sehen Sie das Ergebnis, mit jedem Wert, den ein Schritt gelesen und zurückgegeben hat.",
      verb: "Formel ausführen",
    },
    start: {
      title: "Formel ausführen",
      description:
        "Starten Sie eine Formel und sehen Sie das Ergebnis, mit jedem Wert, den ein Schritt gelesen und zurückgegeben hat.",
      verb: "Formel ausführen",
    },
    create: {
      title: "Formel erstellen",
      description:
        "Beginnen Sie mit einer Vorlage oder einer leeren Formel und verbinden Sie Auslöser und Schritte im Designer.",
      verb: "Formel erstellen",
    },
    explore: {
      title: "API ausprobieren",
      description: "Senden Sie Anfragen an die Plattform und an Ihre Verbindungen und kopieren Sie sie als Code.",
      verb: "API-Explorer öffnen",
    },
    event: {
      title: "Formel durch ein Ereignis auslösen",
      description:
        "Legen Sie im Demo-CRM einen Kontakt an. Sein Webhook löst eine Formel aus, die den Kontakt in ein anderes CRM kopiert.",
      verb: "Kontakt anlegen",
      again: "Weiteren Kontakt anlegen",
      created: "{name} angelegt.",
      waiting: "Wartet auf den Webhook …",
      ran: "Der Webhook hat „{formula}“ ausgelöst: Lauf ansehen.",
    },
    connect: {
      title: "Konto verbinden",
      description:
        "Wählen Sie ein Element (einen Konnektor), melden Sie sich beim Anbieter an und verwenden Sie die Verbindung in einer Formel.",
      verb: "Konto verbinden",
    },
    change: {
      title: "Formel ändern",
      description:
        "Ändern Sie einen Schritt, wählen Sie „Testlauf“ und vergleichen Sie die Ergebnisse. Die veröffentlichte Formel ändert sich erst, wenn Sie veröffentlichen.",
      verb: "Designer öffnen",
    },
  },
  recent: {
    title: "Letzte Läufe",
    all: "Alle Läufe",
    loading: "die letzten Läufe",
    none: "Noch keine Läufe",
    noneDescription:
      "Jeder Lauf einer Formel wird hier aufgezeichnet, mit den Werten, die jeder Schritt erhalten und zurückgegeben hat.",
    toFormulas: "Zu den Formeln",
  },
  attention: {
    title: "Braucht Aufmerksamkeit",
    loading: "was Aufmerksamkeit braucht",
    none: "Nichts braucht Aufmerksamkeit",
    noneDescription:
      "In den letzten 24 Stunden ist kein Lauf fehlgeschlagen, jede Verbindung funktioniert und jede Nachricht wurde zugestellt.",
    connect: "{name} neu verbinden",
    broken: "{name} muss neu verbunden werden",
    refused: "{element} akzeptiert die gespeicherten Zugangsdaten nicht mehr.",
    failed: "{count, plural, one {# fehlgeschlagener Lauf} other {# fehlgeschlagene Läufe}}",
    manyFailed: "Mehr als {count, number} fehlgeschlagene Läufe",
    moreBroken: "{count, plural, one {# weitere Verbindung} other {# weitere Verbindungen}} neu zu verbinden",
    moreBrokenDescription: "Sie stehen in der Liste der Verbindungen oben.",
    stopped: "An {to} (#{id}) wird nichts mehr gesendet",
    stoppedDescription:
      "Die Zustellungen warten. Sobald der Empfänger funktioniert, senden Sie sie mit „Nachholen“, oder verwerfen Sie sie.",
    moreStopped: "{count, plural, one {# weiteres angehaltenes Ziel} other {# weitere angehaltene Ziele}}",
    moreStoppedDescription: "Ihre Zustellungen warten. Die Liste der Ziele unter „Zustellungen“ enthält alle.",
    undelivered: "Eine Nachricht an {recipient} wurde nicht zugestellt",
    undeliveredDescription: "„{subject}“. {error}",
    resend: "Erneut senden",
    resendOf: "Erneut senden: {message}",
    dismiss: "Ausblenden",
    dismissOf: "Ausblenden: {message}",
    message: "{subject}, an {recipient}, {when}",
    run: "Lauf #{id}",
    latest: "In den letzten 24 Stunden. Zuletzt: {formula}",
    latestError: "In den letzten 24 Stunden. Zuletzt: {formula}, „{error}“",
  },
} as const satisfies Translation<typeof english>;

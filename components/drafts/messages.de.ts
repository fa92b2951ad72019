import type { Translation } from "../languages/translation.ts";
import type english from "./messages.en.ts";

export default {
  element: {
    title: "Das Element",
    cannotOpen: "Das Element kann nicht geöffnet werden",
    loading: "das Element",
    conflict: "Jemand hat dieses Element veröffentlicht, während Sie es bearbeitet haben.",
  },
  formula: {
    title: "Die Formel",
    cannotOpen: "Die Formel kann nicht geöffnet werden",
    loading: "die Formel",
    conflict: "Jemand hat diese Formel veröffentlicht, während Sie sie bearbeitet haben.",
  },
  unpublished: { title: "Entwürfe", nameless: "Entwurf ohne Namen", changed: "gespeichert <when></when>" },
  notice: {
    conflictDescription: "Ihre Änderungen bleiben erhalten.",
    merge: "Änderungen zusammenführen",
    elsewhere: "Sie haben diesen Entwurf in einem anderen Fenster geändert.",
    elsewhereDescription: "Welche Version möchten Sie behalten?",
    other: "Die andere Version behalten",
    this: "Diese Version behalten",
  },
  history: {
    list: "Revisionen von {name}",
    loading: "die Revisionen",
    revision: "Revision {number}",
    current: "Aktuell",
    by: "{author}, <when></when>",
    none: "Noch keine Revisionen",
    noneDescription: "Bei jeder Veröffentlichung wird eine Revision festgehalten.",
  },
  restore: {
    loading: "die Änderungen",
    changes: "Änderungen in dieser Revision",
    since: "Verglichen mit",
    nothing: "Ein leeres Element",
    before: "Revision {number}, der vorigen",
    revision: "Revision {number}",
    unrecorded: "Diese Revision wurde nicht festgehalten und kann daher nicht verglichen werden.",
    noBefore: "Die vorige Revision wurde nicht festgehalten. Daher können die Änderungen nicht angezeigt werden.",
    isCurrent: "Das ist die aktuelle Revision.",
    verb: "Als Entwurf wiederherstellen",
    help: "Nichts wird veröffentlicht, bevor Sie den Entwurf veröffentlichen.",
    title: "Ihren Entwurf ersetzen?",
    description:
      "Sie haben einen unveröffentlichten Entwurf dieses Elements, zuletzt geändert <when></when>. Revision {number} ersetzt ihn. Entwürfe anderer Personen bleiben.",
    replace: "Meinen Entwurf ersetzen",
    keep: "Meinen Entwurf behalten",
  },
  versionStep: {
    names: { major: "Major", minor: "Minor", patch: "Patch", none: "Kein Unterschied" },
    meanings: {
      major: "Etwas, das das Element verwendet, kann ausfallen.",
      minor: "Etwas ist neu, und nichts fällt aus.",
      patch: "Nichts ist neu, und nichts fällt aus.",
      none: "Beide Revisionen sind gleich.",
    },
    breaking: "Inkompatible Änderungen",
  },
  changes: {
    added: "Hinzugefügt",
    removed: "Entfernt",
    renamed: "Umbenannt",
    changed: "Geändert",
    what: { added: "hinzugefügt", removed: "entfernt", changed: "geändert" },
  },
  elementChanges: {
    none: "Es gibt keine Änderungen.",
    fieldChanged: "{name} geändert",
    turned: "{from} → {to}",
    nothing: "nichts",
    kinds: {
      setting: "Info",
      configuration: "Konfiguration",
      parameters: "Parameter",
      hooks: "Hooks",
      resources: "Ressourcen",
      objects: "Objekte",
    },
  },
} as const satisfies Translation<typeof english>;

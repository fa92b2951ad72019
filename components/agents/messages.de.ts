import type { Translation } from "../languages/translation.ts";
import type english from "./messages.en.ts";

export default {
  title: "Agenten",
  description: "Assistenten, die das Model Context Protocol sprechen, können verwenden, was ihnen hier geöffnet wird.",
  docs: "So verbinden Sie einen Agenten",
  loading: "was Agenten verwenden dürfen",
  question: "Was dürfen Agenten tun?",
  connection: {
    closed: "Nichts",
    closedDescription: "Agenten sehen diese Verbindung nicht.",
    reads: "Lesen",
    readsDescription: "Sie rufen die lesenden Operationen auf.",
    changes: "Lesen und ändern",
    changesDescription: "Sie rufen alle Operationen auf. Änderungen müssen jedes Mal bestätigt werden.",
  },
  formula: {
    closed: "Nichts",
    closedDescription: "Agenten sehen diese Formel nicht.",
    changes: "Ausführen",
    changesDescription: "Sie führen diese Formel mit eigenen Daten aus. Jeder Lauf muss bestätigt werden.",
  },
  saved: "Für Agenten gespeichert",
} as const satisfies Translation<typeof english>;

/** Probable causes of failures in German. */
export const causeMessages: Readonly<Record<string, string>> = {
  "authorizationEnded/cause": "Der Zugriff der Verbindung wurde widerrufen oder ist abgelaufen.",
  "authorizationEnded/help": "Verbinden Sie das Konto neu und führen Sie die Formel erneut aus.",
  "credentials/cause": "Der Anbieter hat die Zugangsdaten abgelehnt, oder ihnen fehlt die nötige Berechtigung.",
  "credentials/help": "Verbinden Sie das Konto neu, oder bitten Sie seinen Inhaber um die Berechtigung.",
  "notFound/cause":
    "Das angefragte Objekt gibt es nicht: Eine ID oder ein Pfad ist falsch, oder das Objekt wurde gelöscht.",
  "notFound/help": "Vergleichen Sie den Pfad in Anfrage mit den Daten in Eingabe.",
  "methodNotAllowed/cause":
    "Die Methode gibt es an diesem Pfad nicht: Der Anbieter erlaubt sie nicht, oder das Element hat diese Operation nicht mehr.",
  "methodNotAllowed/help": "Wählen Sie im Schritt eine andere Operation oder Methode.",
  "conflict/cause": "Das Objekt gibt es beim Anbieter bereits, oder es wurde inzwischen geändert.",
  "conflict/help":
    "Lesen Sie die Antwort des Anbieters, korrigieren Sie die Daten und führen Sie die Formel erneut aus.",
  "invalidData/cause":
    "Der Anbieter hat die Daten abgelehnt: Ein Feld fehlt, ist unbekannt oder hat das falsche Format.",
  "invalidData/help": "Vergleichen Sie die Antwort des Anbieters mit dem Inhalt in Anfrage.",
  "tooManyRequests/cause": "In kurzer Zeit wurden zu viele Anfragen gesendet.",
  "tooManyRequests/help":
    "Führen Sie die Formel später erneut aus, oder stellen Sie für den Schritt eine längere Wartezeit ein.",
  "brokenReply/cause":
    "Der Anbieter hat Erfolg gemeldet, aber sein Inhalt ist nicht das JSON, das sein Content-Type verspricht.",
  "brokenReply/help":
    "Lesen Sie die Antwort des Anbieters. Prüfen Sie den Pfad und die Kopfzeile Accept in Anfrage; auch ein Hook des Elements kann einen solchen Inhalt lesen.",
  "unavailable/cause": "Der Anbieter hat eine vorübergehende Störung oder ist nicht erreichbar.",
  "unavailable/help":
    "Führen Sie die Formel später erneut aus. Wenn das oft geschieht, schalten Sie für den Schritt Wiederholen ein, oder erhöhen Sie Versuche und Wartezeit.",
  "addressNotAllowed/cause":
    "Formeln können auf diese Adresse nicht zugreifen: Sie liegt in einem privaten Netz, oder ihr Schema oder Port ist nicht erlaubt.",
  "addressNotAllowed/help":
    "Verwenden Sie eine öffentliche Adresse, oder lassen Sie diese Adresse von der Administration erlauben.",
  "missingValue/cause": "Der Code verwendet einen Wert, der in diesem Lauf fehlt.",
  "missingValue/help":
    "Prüfen Sie die Eingabe: Der Wert war nicht in den Daten, oder ein früherer Schritt hat ihn nicht zurückgegeben.",
  "noList/cause": "Die Schleife benötigt eine Liste, bekam aber einen anderen Wert.",
  "noList/help": "Prüfen Sie den Wert an diesem Pfad in diesem Lauf.",
  "scriptOutOfTime/cause":
    "Der Code dieses Schritts lief zu lange, oder er wartet auf ein Promise, das nie erfüllt wird.",
  "scriptOutOfTime/help": "Öffnen Sie den Schritt mit den Daten dieses Laufs und prüfen Sie seine Schleifen.",
  "runOutOfTime/cause": "Der Lauf dauerte zu lange, oft wegen einer endlosen Schleife oder einer sehr langen Liste.",
  "runOutOfTime/help": "Prüfen Sie den Schritt, der am häufigsten lief.",
  "scriptError/cause": "Der Code dieses Schritts hat einen Fehler ausgelöst.",
  "scriptError/help": "Öffnen Sie den Schritt mit den Daten dieses Laufs. Die Fehlermeldung nennt die Zeile.",
};

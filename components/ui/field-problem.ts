/** The server's message about one field, beside that field: without its name, as a sentence. */
export function fieldProblem(message: string): string {
  const text = message.replace(/^\w+: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

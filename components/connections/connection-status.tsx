/** How a connection stands, by sign and word. */
export function ConnectionStatus({ valid, disabled }: { valid: boolean; disabled: boolean }) {
  const { sign, words, color } = disabled
    ? { sign: "⊘", words: "Switched off", color: "text-stopped" }
    : valid
      ? { sign: "✔", words: "Works", color: "text-success" }
      : { sign: "✖", words: "Connect it again", color: "text-failure" };
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium text-sm ${color}`}>
      <span aria-hidden="true">{sign}</span>
      <span>{words}</span>
    </span>
  );
}

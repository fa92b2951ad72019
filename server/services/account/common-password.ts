/** Passwords that remain common with digits and symbols around them: those that attackers try first. */
const MOST_TRIED = 1000;

/** Characters that people write instead of letters. */
const WRITTEN: Readonly<Record<string, string>> = {
  ...{ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i", "|": "l" },
};

let loading: Promise<ReadonlyMap<string, number>> | undefined;

/** The common passwords by their rank, loaded once a password is set. */
function ranks(): Promise<ReadonlyMap<string, number>> {
  loading ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Map(dictionary["passwords-common"].map((password, rank) => [password, rank])),
  );
  return loading;
}

/** Whether a password is among the 49,000 most common ones, in any spelling, or one of the first with an addition. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const rankOf = await ranks();
  const lower = password.normalize("NFKC").toLowerCase();
  const stem = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return (
    [lower, spelled(lower)].some((text) => rankOf.has(text)) ||
    [stem, spelled(stem), spelled(lower.replace(/[\d\p{P}\p{S}\s]{1,6}$/u, ""))].some(
      (text) => (rankOf.get(text) ?? MOST_TRIED) < MOST_TRIED,
    )
  );
}

const spelled = (text: string) => text.replaceAll(/[0134578@$!|]/g, (sign) => WRITTEN[sign] ?? sign);

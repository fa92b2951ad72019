import { useTranslations } from "next-intl";
import { Command } from "../ui/command.tsx";

type SignIn = { username: string; password: string };

/** Three commands to paste in order into one shell: sign in, read the API secrets, and run a formula. */
export function FirstSteps({ api, signIn }: { api: string; signIn: SignIn }) {
  const t = useTranslations("home.firstSteps");
  return (
    <ol className="grid gap-8">
      {steps(api, signIn).map(({ key, command }, index) => (
        <li key={key} className="grid min-w-0 grid-cols-[2rem_minmax(0,1fr)] gap-x-4">
          <span
            aria-hidden="true"
            className="flex size-8 items-center justify-center rounded-full bg-accent font-semibold text-on-accent text-sm"
          >
            {index + 1}
          </span>
          <div className="min-w-0">
            <h3 className="pt-0.5 font-semibold text-lg">{t(`${key}.title`)}</h3>
            <p className="mt-1 text-muted">{t(`${key}.why`)}</p>
            <Command label={t(`${key}.title`)} text={command} />
          </div>
        </li>
      ))}
    </ol>
  );
}

const steps = (api: string, signIn: SignIn): { key: "signIn" | "secrets" | "run"; command: string }[] => [
  {
    key: "signIn",
    command: [
      `API=${api}`,
      `TOKEN=$(curl -s $API/authentication -H 'Content-Type: application/json' \\`,
      `  -d '${JSON.stringify(signIn)}' \\`,
      "  | node -pe 'JSON.parse(fs.readFileSync(0)).token')",
    ].join("\n"),
  },
  {
    key: "secrets",
    command: [
      'AUTH=$(curl -s $API/authentication/secrets -H "Authorization: Bearer $TOKEN" \\',
      "  | node -pe 'const s = JSON.parse(fs.readFileSync(0));",
      "      `User ${s.userSecret}, Organization ${s.organizationSecret}`')",
    ].join("\n"),
  },
  {
    key: "run",
    command: [
      'curl -s $API/formulas/instances/1/executions -H "Authorization: $AUTH" \\',
      "  -H 'Content-Type: application/json' -H 'Prefer: wait=30' \\",
      `  -d '{"customerId": "2", "lines": [{"quantity": 3, "price": 4.5}]}'`,
    ].join("\n"),
  },
];

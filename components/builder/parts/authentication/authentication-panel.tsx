"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { AUTH_TYPES, type AuthenticationType } from "#server/element/auth/registry.ts";
import { CONFIGURATION_TYPES, isSecretEntry } from "#server/element/configuration-types/registry.ts";
import { typesOf } from "#server/registry.ts";
import { useTRPC } from "../../../api/trpc.ts";
import { DocumentationLink } from "../../../documentation/documentation-link.tsx";
import { useEntryTexts } from "../../../entries/use-entry-texts.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { OnOff } from "../../../ui/on-off.tsx";
import { EntryField, EntrySecret, EntrySelect, EntrySwitch } from "../../fields/entry-fields.tsx";
import { Sought } from "../../fields/fields.tsx";
import { useBuilder, useElement } from "../../model/builder.ts";
import { chooseTypes, chosenTypes, hasChoice } from "../../model/chosen-types.ts";
import { insertAt, listAt, textOf } from "../../model/paths.ts";
import { useProblemAt, useShownProblems } from "../../model/problems.tsx";
import { useKinds } from "../../use-kinds.ts";
import { TryAuthentication } from "./try-authentication.tsx";

/** The address that people register with the provider is that of our own callback page. */
const CALLBACK = "oauth.callback.url";

/** How connections authenticate: the types, their settings, and a trial. */
export function AuthenticationPanel() {
  const types = chosenTypes(useElement());
  return (
    <div className="grid min-w-0 max-w-4xl gap-6">
      <Types types={types} />
      {types.map((type) => (
        <Settings key={type} type={type} />
      ))}
      <TryAuthentication types={types} />
    </div>
  );
}

const PATH = ["authentication", "type"] as const;

function Types({ types }: { types: readonly AuthenticationType[] }) {
  const t = useTranslations("builder.authentication");
  const kinds = useKinds();
  const isChoice = hasChoice(useElement());
  const mayChange = useBuilder((builder) => builder.mayChange);
  const edit = useBuilder((builder) => builder.edit);
  const problem = useProblemAt(PATH);

  function choose(type: AuthenticationType) {
    const toggled = types.includes(type) ? types.filter((other) => other !== type) : [...types, type];
    edit((draft) => chooseTypes(draft, isChoice ? toggled : [type], { isChoice }));
  }

  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold">{t(isChoice ? "types" : "type")}</legend>
      <Sought path={PATH}>
        <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {typesOf(AUTH_TYPES).map((type) => (
            <button
              key={type}
              type="button"
              aria-pressed={types.includes(type)}
              onClick={() => choose(type)}
              className="grid content-start gap-1 rounded-xl border border-line bg-surface p-3 text-left text-sm hover:border-accent aria-pressed:border-accent aria-pressed:bg-tint"
            >
              <span className="font-medium">{kinds.label("authentication", type)}</span>
              <span className="text-muted">{kinds.summary("authentication", type)}</span>
            </button>
          ))}
        </div>
      </Sought>
      {problem && (
        <p role="alert" className="text-failure text-sm">
          {problem}
        </p>
      )}
      <SendKey />
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p aria-hidden="true" className="font-medium text-sm">
            {t("choice")}
          </p>
          <p className="text-muted text-sm">{t("choiceHelp")}</p>
        </div>
        <OnOff
          label={t("choice")}
          on={isChoice}
          disabled={!mayChange || types.length === 0}
          onChange={(on) => edit((draft) => chooseTypes(draft, on ? types : types.slice(0, 1), { isChoice: on }))}
        />
      </div>
    </fieldset>
  );
}

const PARAMETERS = ["parameters"] as const;
const HEADER = "X-API-Key";

/** Adds the parameter that is missing, and leads to the name of its header. */
function SendKey() {
  const t = useTranslations("builder.authentication");
  const key = useShownProblems().find(({ reason }) => reason?.key === "noKeyParameter")?.reason?.values.key;
  const at = listAt(useElement(), PARAMETERS).length;
  const mayChange = useBuilder((builder) => builder.mayChange);
  const edit = useBuilder((builder) => builder.edit);
  const goTo = useBuilder((builder) => builder.goTo);
  if (key === undefined || !mayChange) return null;
  const parameter = { name: key, type: "configuration", vendorType: "header", vendorName: HEADER, source: "request" };

  function add() {
    edit((draft) => insertAt(draft, PARAMETERS, parameter), { announce: t("keySent", { header: HEADER }) });
    goTo("configuration", String(at), [...PARAMETERS, at, "vendorName"]);
  }

  return (
    <Button className="justify-self-start" onClick={add}>
      {t("sendKey")}
    </Button>
  );
}

/** The entries of a type; people enter the values that the author leaves empty when they connect. */
function Settings({ type }: { type: AuthenticationType }) {
  const t = useTranslations("builder.authentication");
  const kinds = useKinds();
  const open = useBuilder((builder) => builder.open);
  const choicesOf = (choices: readonly string[]) =>
    choices.map((value) => {
      const key = `choices.${value}` as "choices.header";
      return { value, label: t.has(key) ? t(key) : value };
    });
  const texts = useEntryTexts();
  const settings = useSettings();
  const { configuration, unused, isCredential, isByElement, ...sends } = AUTH_TYPES[type];
  const hasOwnPlace = sends.authorize !== undefined || sends.sign !== undefined;
  const isUnused = new Set(unused?.(settings));
  const all = configuration.filter(({ key }) => !isUnused.has(key));
  const entries = all.filter(({ internal, key }) => !internal && key !== CALLBACK).map(texts.entry);
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-xl border border-line p-4">
      <legend className="px-1 font-medium text-sm">{kinds.label("authentication", type)}</legend>
      {all.some(({ key }) => key === CALLBACK) && <CallbackUrl />}
      {entries.length === 0 && <p className="text-muted text-sm">{t("noSettings")}</p>}
      {isByElement && (
        <DocumentationLink href={HELP} className="justify-self-start text-accent text-sm underline">
          {t("byElement")}
        </DocumentationLink>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        {entries.map((entry) => {
          const props = {
            entryKey: entry.key,
            label: entry.name,
            help: entry.required ? t("whenEmpty", { description: entry.description }) : entry.description,
          };
          if (entry.choices) return <EntrySelect key={entry.key} {...props} options={choicesOf(entry.choices)} />;
          if (CONFIGURATION_TYPES[entry.type].control === "checkbox") return <EntrySwitch key={entry.key} {...props} />;
          return isSecretEntry(entry) ? (
            <EntrySecret key={entry.key} {...props} />
          ) : (
            <EntryField key={entry.key} {...props} />
          );
        })}
      </div>
      {isCredential && (
        <p className="text-muted text-sm">
          {t.rich(hasOwnPlace ? "byParameters" : "onlyByParameters", {
            configuration: (text) => (
              <button type="button" onClick={() => open("configuration")} className="text-accent underline">
                {text}
              </button>
            ),
          })}
        </p>
      )}
    </fieldset>
  );
}

const HELP = "/docs/elements#custom-authentication";

/** The default values of the configuration, by key. */
function useSettings(): Readonly<Record<string, string>> {
  const entries = listAt(useElement(), ["configuration"]);
  return Object.fromEntries(entries.map(({ key, defaultValue }) => [textOf(key), textOf(defaultValue)]));
}

function CallbackUrl() {
  const t = useTranslations("builder.authentication");
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.builder.callbackUrl.queryOptions(), staleTime: Number.POSITIVE_INFINITY });
  if (!data) return null;
  return (
    <div className="grid gap-1 text-sm">
      <p className="font-medium">{t("callbackUrl")}</p>
      <div className="flex min-w-0 items-center gap-2">
        <code className="min-w-0 break-all rounded bg-code px-2 py-1 font-mono text-xs">{data}</code>
        <CopyButton text={data} label={t("callbackUrl")} />
      </div>
      <p className="text-muted">{t("callbackUrlHelp")}</p>
    </div>
  );
}

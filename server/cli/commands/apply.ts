import { confirm, isCancel } from "@clack/prompts";
import { defineCommand, type Run } from "../command.ts";
import { type Plan, sendDefinitions } from "../definitions.ts";
import { isNamedAsDefinition, readFolder } from "../folder.ts";
import { readBindings, readDefinitionNames } from "../named-definitions.ts";
import { folderToRead } from "../paths.ts";
import type { Printer } from "../printer.ts";
import { refuseChangesElsewhere } from "../refuse-changes-elsewhere.ts";
import { CommandError, EXIT } from "../world.ts";

type Options = {
  dryRun?: boolean;
  yes?: boolean;
  skipBlocked?: boolean;
  base?: string;
  except: string[];
  instance: string[];
};

const CHANGED_MEANWHILE = 409;

const LOOK = {
  create: ["+", "green"],
  update: ["~", "yellow"],
  unchanged: [" ", "dim"],
  blocked: ["!", "red"],
  leftOut: ["-", "dim"],
} as const;

export const apply = defineCommand<Options>({
  name: "apply",
  aliases: ["push"],
  parameters: "[folder]",
  summary: "Create and update what a folder contains, after a plan",
  options: [
    ["--dry-run", "only show the plan; ends with 2 if there is something to do"],
    ["-y, --yes", "do not ask"],
    ["--base <folder>", "what was deployed last: refuse to replace what was changed elsewhere since then"],
    ["--skip-blocked", "import the others if some definitions are blocked or cannot be read"],
    ["--except <definition>", "leave out a definition: its type and name, as the plan lists it; can be repeated", []],
    ["--instance <pair>", "the element instance that takes the place of one in the files: <id there>=<id here>", []],
  ],
  examples: [
    "formulary apply integrations",
    "formulary apply integrations --dry-run",
    "formulary apply integrations --base deployed/integrations --yes",
    "formulary apply --yes --instance 4711=12",
    "formulary apply --except 'formula Sync contacts'",
  ],
  async run(
    { api, print, world },
    { dryRun = false, yes = false, skipBlocked = false, base, except, instance },
    folder = ".",
  ) {
    const calls = await api();
    const before = base === undefined ? undefined : await readFolder(await folderToRead(world, base));
    const files = await readFolder(await folderToRead(world, folder));
    if (files.size === 0) throw new CommandError(`${folder} has no definitions.`);
    const instances = readBindings(instance, files);
    const options = { instances, except: readDefinitionNames(except, files), skipBlocked };
    // Its plan comes first, so that a change between the two plans is found. It may lack what is left out.
    const deployed = before && (await sendDefinitions(calls, "import/plan", before, { ...options, except: [] }));
    const plan = await sendDefinitions(calls, "import/plan", files, options);
    refuseUnbound(plan, instances);
    show(plan, print);
    if (deployed) refuseChangesElsewhere(plan, deployed);
    const changes = plan.definitions.filter(({ action }) => action === "create" || action === "update");
    const blocked = plan.definitions.filter(({ action }) => action === "blocked");
    const unread = plan.skipped.map(({ path }) => path).filter(isNamedAsDefinition);
    if (dryRun) {
      print.result(plan);
      return blocked.length + unread.length > 0 ? EXIT.failed : changes.length > 0 ? EXIT.differs : EXIT.success;
    }
    if (blocked.length > 0 && !skipBlocked)
      throw new CommandError("Nothing was changed. Mend what is blocked, or add --skip-blocked to import the others.");
    if (unread.length > 0 && !skipBlocked)
      throw new CommandError(
        `Nothing was changed, because ${unread.join(", ")} cannot be read. Mend what was skipped, or add --skip-blocked to import the others.`,
      );
    if (changes.length === 0) {
      print.line("Nothing to do.");
      print.result(plan);
      return EXIT.success;
    }
    if (!yes) await confirmWith(world);
    const basedOn = plan.definitions.map(({ type, name, revision }) => ({ type, name, revision }));
    const done = await sendDefinitions(calls, "import", files, { ...options, basedOn }).catch(explainStale);
    const failed = done.definitions.filter(({ error }) => error !== undefined);
    for (const { type, name, error } of failed) print.note(`${type} ${JSON.stringify(name)}: ${error}`);
    print.line(`${changes.length - failed.length} applied, ${failed.length} failed.`);
    print.result(done);
    return failed.length > 0 ? EXIT.failed : EXIT.success;
  },
});

/** Refuses (CommandError) an element instance that does not exist here. */
function refuseUnbound(plan: Plan, chosen: Readonly<Record<string, number>>): void {
  for (const { instance, bound } of plan.instances) {
    const id = chosen[String(instance.id)];
    if (id !== undefined && bound?.id !== id)
      throw new CommandError(`--instance ${instance.id}=${id}: there is no element instance ${id} here.`);
  }
}

function explainStale(error: unknown): never {
  if (!(error instanceof CommandError) || error.status !== CHANGED_MEANWHILE) throw error;
  throw new CommandError(
    `Nothing was changed, because others changed what the plan would replace. Run the command again to see a new plan.\n${error.message}`,
  );
}

function show({ definitions, instances, skipped }: Plan, print: Printer): void {
  for (const { action, type, name, findings } of definitions) {
    const [sign, style] = LOOK[action];
    print.line(print.color(style, `${sign} ${type} ${name} (${action})`));
    for (const { severity, message } of findings) print.line(`    ${severity}: ${message}`);
  }
  for (const { instance, bound, where } of instances) {
    const name = instance.name ?? instance.id;
    print.line(
      bound
        ? `  element instance ${name} becomes ${bound.name ?? bound.id} (${bound.id})`
        : `! element instance ${name} of ${where.join(", ")}: choose one with --instance ${instance.id}=<id>`,
    );
  }
  for (const { path: file, message } of skipped) print.line(`  skipped ${file}: ${message}`);
}

async function confirmWith({ isInteractive, input, errors, signal }: Run["world"]): Promise<void> {
  if (!isInteractive) throw new CommandError("Nothing was changed. Add --yes to apply the plan without being asked.");
  const isWanted = await confirm({ message: "Apply this plan?", initialValue: false, input, output: errors, signal });
  if (isCancel(isWanted) || !isWanted) throw new CommandError("Nothing was changed.");
}

import { TypeScriptWorker } from "monaco-editor/languages/features/typescript/tsWorker";
import { filesOfScript } from "./script-files.ts";

type Constructed = ConstructorParameters<typeof TypeScriptWorker>;

/**
 * The language service of scripts. Monaco has one for all editors of a page, which share declarations: here each script
 * is a separate program, because two scripts may have different values of the same name.
 */
export class ScriptLanguage extends TypeScriptWorker {
  private script: string | undefined;

  constructor(...given: Constructed) {
    super(...given);
    this._languageService = new Proxy(this._languageService, {
      get: (service, name) => {
        const method: unknown = Reflect.get(service, name);
        if (typeof method !== "function") return method;
        // The first argument of methods about a script is its file name.
        return (...args: unknown[]) => {
          if (typeof args[0] === "string") this.script = args[0];
          return Reflect.apply(method, service, args);
        };
      },
    });
  }

  override getScriptFileNames(): string[] {
    const files = super.getScriptFileNames();
    return this.script === undefined ? files : filesOfScript(this.script, files);
  }
}

/** Modules that Monaco ships without types. */
declare module "monaco-editor/languages/features/typescript/tsWorker" {
  type Model = { uri: { toString: () => string }; version: number; getValue: () => string };
  export type WorkerContext = { getMirrorModels: () => Model[] };
  export type WorkerData = {
    compilerOptions: Record<string, unknown>;
    extraLibs: Record<string, { content: string; version: number }>;
    inlayHintsOptions?: object;
  };
  export class TypeScriptWorker {
    constructor(context: WorkerContext, data: WorkerData);
    protected _languageService: object;
    getScriptFileNames(): string[];
    getSemanticDiagnostics(fileName: string): Promise<{ messageText: string | object }[]>;
  }
}

declare module "monaco-editor/languages/features/typescript/ts.worker" {
  import type {
    TypeScriptWorker,
    WorkerContext,
    WorkerData,
  } from "monaco-editor/languages/features/typescript/tsWorker";

  export function initialize(create: (context: WorkerContext, data: WorkerData) => TypeScriptWorker): void;
}

import { initialize } from "monaco-editor/languages/features/typescript/ts.worker";
import { ScriptLanguage } from "./script-language.ts";

self.onmessage = () => initialize((context, data) => new ScriptLanguage(context, data));

import type { Element } from "../shape.ts";
import { addressProblems } from "./address-problems.ts";
import { authenticationProblems } from "./authentication-problems.ts";
import { scriptProblems } from "./script-problems.ts";
import type { ElementWarning } from "./warning.ts";

export const elementWarnings = (element: Element): ElementWarning[] => RULES.flatMap((rule) => rule(element));

const RULES: ((element: Element) => ElementWarning[])[] = [addressProblems, scriptProblems, authenticationProblems];

import { runUnderNode24 } from "./node24.mjs";

runUnderNode24("./supervisor.ts");

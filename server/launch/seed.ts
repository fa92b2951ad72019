import { compose } from "#server/compose.ts";
import { seedDemo } from "#server/services/account/seed-demo.ts";
import type { Demo } from "./welcome.ts";

// Makes the demo organisation the first time; afterwards only reads it. Prints one line of JSON for the supervisor.
const { app, close } = await compose("alone");
const demo: Demo = await seedDemo(app);
await close(0);
console.log(JSON.stringify(demo));

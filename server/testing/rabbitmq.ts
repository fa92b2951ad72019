import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, chown, mkdtemp, readFile } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "#server/launch/ports.ts";

/** A broker for tests. `control` runs `rabbitmqctl`. */
export type Rabbitmq = { port: number; control: (...command: string[]) => Promise<string>; stop: () => Promise<void> };

const PROGRAMS = "/usr/lib/rabbitmq/bin";
const BOOT_MS = 60_000;

/**
 * Starts an empty RabbitMQ (user `guest`, password `guest`) on free ports of 127.0.0.1, in about six seconds. Broker,
 * name server and data are removed by `stop` and also when the test run dies: the shell that started them waits for the
 * end of its input. Throws an Error of one line with the name of the package if it is not installed.
 */
export async function startRabbitmq(): Promise<Rabbitmq> {
  await access(`${PROGRAMS}/rabbitmq-server`).catch(() => {
    throw new Error("RabbitMQ is needed: apt-get install --no-install-recommends rabbitmq-server");
  });
  const folder = await mkdtemp(path.join(tmpdir(), "formulary-rabbitmq-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, ...(await rabbitmqAccount()));
  const [port, distributionPort, namesPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const env = {
    ...process.env,
    AS: isRoot ? "setpriv --reuid=rabbitmq --regid=rabbitmq --init-groups" : "",
    HOME: folder,
    ERL_EPMD_ADDRESS: "127.0.0.1",
    ERL_EPMD_PORT: String(namesPort),
    RABBITMQ_NODENAME: "test@127.0.0.1",
    RABBITMQ_USE_LONGNAME: "true",
    RABBITMQ_NODE_IP_ADDRESS: "127.0.0.1",
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: `${folder}/mnesia`,
    RABBITMQ_LOG_BASE: `${folder}/log`,
    RABBITMQ_ENABLED_PLUGINS_FILE: `${folder}/enabled_plugins`,
    RABBITMQ_PLUGINS_EXPAND_DIR: `${folder}/plugins`,
    RABBITMQ_PID_FILE: `${folder}/pid`,
    RABBITMQ_GENERATED_CONFIG_DIR: `${folder}/config`,
    RABBITMQ_CONFIG_FILE: `${folder}/rabbitmq.conf`,
  };
  const shell = spawn("sh", ["-c", SCRIPT], { env, stdio: ["pipe", "ignore", "inherit"], detached: true });
  const stopped = once(shell, "exit");
  const stop = async () => {
    shell.stdin.end();
    await stopped;
  };
  if (!(await responds(port))) {
    const output = await readFile(`${folder}/output`, "utf8").catch(() => "");
    await stop();
    throw new Error(`RabbitMQ did not start:\n${output.slice(-4000)}`);
  }
  const control = async (...command: string[]) => {
    const asBroker = [...env.AS.split(" ").filter(Boolean), `${PROGRAMS}/rabbitmqctl`, ...command];
    const { stdout } = await promisify(execFile)("env", asBroker, { env });
    return stdout;
  };
  return { port, control, stop };
}

const SCRIPT = `
  $AS epmd -address 127.0.0.1 -port $ERL_EPMD_PORT & names=$!
  $AS ${PROGRAMS}/rabbitmq-server > $HOME/output 2>&1 & broker=$!
  cat > /dev/null
  kill $broker
  (sleep 15; kill -9 $broker) 2> /dev/null & late=$!
  wait $broker
  kill $names $late
  rm -rf $HOME`;

async function rabbitmqAccount(): Promise<[uid: number, gid: number]> {
  const accounts = await readFile("/etc/passwd", "utf8");
  const [, uid, gid] = /^rabbitmq:[^:]*:(\d+):(\d+):/m.exec(accounts) ?? [];
  return [Number(uid), Number(gid)];
}

/** Whether the broker opened its port in time. */
async function responds(port: number): Promise<boolean> {
  for (const end = Date.now() + BOOT_MS; Date.now() < end; await sleep(200)) {
    const socket = net.connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return true;
  }
  return false;
}

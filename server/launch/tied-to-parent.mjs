// Preloaded into the processes that the supervisor starts. Their channel closes when the supervisor dies, even by kill
// -9: they then shut down in order, within half a minute at most.
if (process.env.FORMULARY_TIED) {
  // Only this process: its own children inherit neither the mark nor the channel.
  delete process.env.FORMULARY_TIED;
  process.once("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.kill(process.pid, "SIGKILL"), 30_000).unref();
  });
  process.channel?.unref();
}

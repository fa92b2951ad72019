// Preloaded into the processes that the supervisor starts. Their channel closes when it dies, even by kill -9: they
// then end in order, and after half a minute in any case.
if (process.env.FORMULARY_TIED) {
  // Only this process: those it starts itself inherit neither the mark nor the channel.
  delete process.env.FORMULARY_TIED;
  process.once("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.kill(process.pid, "SIGKILL"), 30_000).unref();
  });
  process.channel?.unref();
}

/** For tests of "takes linear time": what other work on the machine costs does not count. */

/** Milliseconds of processor time that this process has used so far. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

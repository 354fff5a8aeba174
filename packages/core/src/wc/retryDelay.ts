const firstMs = 250
const capMs = 30_000

/** How long to wait before the next try: doubling to a cap, half of it by chance so that many pages do not come at once. */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(capMs, firstMs * 2 ** Math.max(0, failures - 1))
  return ceiling / 2 + (random() * ceiling) / 2
}

import { KitError } from '@billfold/protocol/error'

const askAgainMs = 400
const deadlineMs = 30_000

/** Looks again and again for what a chain will know in a moment; throws `timeout` where it does not come. */
export async function untilFound<T>(look: () => Promise<T | null>): Promise<T> {
  const until = Date.now() + deadlineMs
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (Date.now() > until) throw new KitError('timeout')
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}

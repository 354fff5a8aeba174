import { KitError } from '@billfold/protocol/error'

const askAgainMs = 400
const deadlineMs = 30_000

/** Polls a chain for a result that is due in a moment; throws `timeout` if it does not come. */
export async function untilFound<T>(look: () => Promise<T | null>): Promise<T> {
  const until = Date.now() + deadlineMs
  for (;;) {
    const value = await look()
    if (value !== null) return value
    if (Date.now() > until) throw new KitError('timeout')
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}

import { KitError } from '@billfold/protocol/error'

type Question = { method: string; params: unknown }
type Ask = (question: Question) => Promise<unknown>

const tries = 3
const isUnheard = (error: unknown): boolean =>
  !(error instanceof KitError) || ['unavailable', 'timeout', 'internal', 'too_many_requests'].includes(error.code)
const isKnown = /already known|known transaction|already (been )?(imported|processed)|AlreadyProcessed/i

/**
 * Sends what is signed, and is sure what became of it: no one who says stop can take it back from here on. The same bytes may be sent
 * again and happen once. Fails with `transaction_rejected` where the network said no, and with `timeout` where no one knows.
 */
export async function sendSigned(send: Question, ask: Ask, lookUp: Question): Promise<unknown> {
  let unheard: unknown
  for (let time = 0; time < tries; time++) {
    try {
      return await ask(send)
    } catch (error) {
      if (error instanceof KitError && isKnown.test(error.message)) return undefined
      if (!isUnheard(error)) throw new KitError('transaction_rejected', { message: (error as Error).message })
      unheard = error
      if (await isThere(ask, lookUp)) return undefined
    }
  }
  throw new KitError('timeout', { cause: unheard })
}

async function isThere(ask: Ask, lookUp: Question): Promise<boolean> {
  try {
    const found = await ask(lookUp)
    return found !== null && found !== undefined && !isEmptyStatus(found)
  } catch {
    return false // who cannot be asked tells nothing, and the next try may
  }
}

/** Solana's way to say that it does not know a signature. */
const isEmptyStatus = (found: unknown): boolean =>
  typeof found === 'object' &&
  found !== null &&
  'value' in found &&
  Array.isArray(found.value) &&
  found.value[0] === null

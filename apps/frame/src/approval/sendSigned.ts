import { KitError } from '@billfold/protocol/error'

type Call = { method: string; params: unknown }
type Query = (call: Call) => Promise<unknown>

const tries = 3
const isInconclusive = (error: unknown): boolean =>
  !(error instanceof KitError) || ['unavailable', 'timeout', 'internal', 'too_many_requests'].includes(error.code)
const isKnown = /already known|known transaction|already (been )?(imported|processed)|AlreadyProcessed/i

/**
 * Sends a signed transaction and finds out whether it arrived: from here on, no one can cancel it. Sending the same bytes twice is harmless.
 * Throws `transaction_rejected` if the network rejected it, and `timeout` if the outcome is unknown.
 */
export async function sendSigned(send: Call, query: Query, lookUp: Call): Promise<unknown> {
  let lastError: unknown
  for (let time = 0; time < tries; time++) {
    try {
      return await query(send)
    } catch (error) {
      if (error instanceof KitError && isKnown.test(error.message)) return undefined
      if (!isInconclusive(error)) throw new KitError('transaction_rejected', { message: (error as Error).message })
      lastError = error
      if (await isThere(query, lookUp)) return undefined
    }
  }
  throw new KitError('timeout', { cause: lastError })
}

async function isThere(query: Query, lookUp: Call): Promise<boolean> {
  try {
    const result = await query(lookUp)
    return result !== null && result !== undefined && !isEmptyStatus(result)
  } catch {
    return false // unreachable: the next attempt may tell
  }
}

/** Solana's response for an unknown signature. */
const isEmptyStatus = (result: unknown): boolean =>
  typeof result === 'object' &&
  result !== null &&
  'value' in result &&
  Array.isArray(result.value) &&
  result.value[0] === null

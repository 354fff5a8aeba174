import { createFaucetLimit } from '../faucetLimit.ts'
import { type HttpReply, json } from '../openHttpServer.ts'
import type { DevKey } from './devKeys.ts'
import type { Ledger } from './ledger.ts'
import { pay, scriptFor } from './setUp.ts'

const gift = 100_000_000

/** Gives a coin to any caller by a real transaction, mined at once, within limits. */
export function createFaucet(ledger: Ledger, key: DevKey, now: () => number = Date.now) {
  const limit = createFaucetLimit(now)
  return async (text: string): Promise<HttpReply> => {
    const [to, script] = readAddress(text)
    if (!script) return json(400, { error: 'The body must be JSON with a local address: {"address": "bcrt1…"}.' })
    const ticket = limit.take(to)
    if (!ticket.ok) return json(429, { error: ticket.error })
    try {
      const txid = await pay(ledger, key, [{ script, value: gift }])
      await ledger.mine()
      return json(200, { txid })
    } catch (error) {
      ticket.refund()
      return json(502, { error: `The chain did not take the faucet's transaction: ${(error as Error).message}` })
    }
  }
}

function readAddress(text: string): [string, Uint8Array | undefined] {
  try {
    const { address } = JSON.parse(text)
    return [String(address), scriptFor(address)]
  } catch {
    return ['', undefined] // not JSON
  }
}

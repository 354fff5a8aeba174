import { KitError } from '@billfold/protocol/error'
import { retryAfterOf } from '@billfold/protocol/retryAfterOf'
import type { Wallet } from './wallet.ts'

/** A call of the frame's page to its worker, and the response. */
export type WalletCall = { id: number; name: keyof Wallet; input: unknown }
export type Reply =
  | { id: number; output: unknown }
  | { id: number; error: { code: KitError['code']; message: string; retryAfter?: number | undefined } }

/** Runs the page's calls. Only our own errors keep their message: any other may quote a secret. */
export function serveWallet(wallet: Wallet, reply: (message: Reply) => void): (call: WalletCall) => Promise<void> {
  return async ({ id, name, input }) => {
    try {
      const ask = wallet[name] as (input: unknown) => Promise<unknown>
      reply({ id, output: await ask.call(wallet, input) })
    } catch (error) {
      const known = error instanceof KitError ? error : new KitError('internal')
      const { code, message } = known
      reply({ id, error: { code, message, retryAfter: retryAfterOf(known) } })
    }
  }
}

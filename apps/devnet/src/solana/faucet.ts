import { decodeBase58 } from '@billfold/protocol/base58'
import type { Address } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { createFaucetLimit } from '../faucetLimit.ts'
import { type HttpReply, json } from '../openHttpServer.ts'
import { RpcError } from '../rpcError.ts'
import type { Ledger } from './ledger.ts'
import { faucetSigner, gift, run } from './setUp.ts'
import { faucetKey, solanaTokens } from './solanaTokens.ts'
import { memo } from './tokenInstructions.ts'

export type Faucet = ReturnType<typeof createFaucet>

const giftLamports = 10_000_000_000

/** Gives coins and some of each token to any caller, by real transactions and within limits. */
export function createFaucet(ledger: Ledger, now: () => number = Date.now) {
  const limit = createFaucetLimit(now)
  let given = 0

  /** The requested amount of coins alone: the effect of `requestAirdrop`. */
  function airdrop(to: string, lamports: number): string {
    given += 1
    try {
      // The number makes two gifts in one slot two transactions.
      const payment = getTransferSolInstruction({ source: faucetSigner, destination: to as Address, amount: lamports })
      return run(ledger, [faucetKey], [payment, memo(`Airdrop ${given}`)])
    } catch (error) {
      throw new RpcError(-32603, `The airdrop failed: ${(error as Error).message}`)
    }
  }

  async function give(to: string): Promise<string[]> {
    const signatures = [airdrop(to, giftLamports)]
    for (const token of solanaTokens) {
      given += 1
      signatures.push(run(ledger, [faucetKey], [...(await gift(token, to, 100n)), memo(`Gift ${given}`)]))
    }
    return signatures
  }

  return {
    airdrop,
    async answer(text: string): Promise<HttpReply> {
      const to = readAddress(text)
      if (to === undefined)
        return json(400, { error: 'The body must be JSON with a base58 address: {"address": "…"}.' })
      const ticket = limit.take(to)
      if (!ticket.ok) return json(429, { error: ticket.error })
      try {
        return json(200, { signatures: await give(to) })
      } catch (error) {
        ticket.refund()
        return json(502, { error: `The chain rejected the faucet's transactions: ${(error as Error).message}` })
      }
    },
  }
}

function readAddress(text: string): string | undefined {
  try {
    const { address } = JSON.parse(text)
    return typeof address === 'string' && address.length < 64 && decodeBase58(address).length === 32
      ? address
      : undefined
  } catch {
    return undefined // not JSON, or not base58
  }
}

import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { readAs, readUnits } from '@billfold/protocol/solana/readAccounts'
import * as z from 'zod/mini'
import type { Chain } from '../chain.ts'
import { isSignedBy } from './isSignedBy.ts'
import { signedTransactions } from './signedTransactions.ts'

const lamports = z.object({ value: z.unknown() })

/** Solana: balances and signatures. */
export const solana: Chain = {
  namespace: 'solana',
  parseAddress(text) {
    if (text.length > 44 || decodeBase58(text).length !== 32)
      throw new KitError('invalid_input', { message: `Not a Solana address: ${text.slice(0, 60)}` })
    return text
  },
  signing: ({ method, params }) => {
    if (!method.startsWith('solana_sign')) return undefined
    const { pubkey } = (params ?? {}) as { pubkey?: unknown }
    return {
      sends: method === 'solana_signAndSendTransaction',
      ...(typeof pubkey === 'string' ? { address: pubkey } : {}),
    }
  },
  readAnswer: signedTransactions,
  signMessage: ({ address, message }) => ({
    method: 'solana_signMessage',
    params: { message: encodeBase58(new TextEncoder().encode(message)), pubkey: address },
  }),
  async readSignature({ address, message, answer }) {
    const signature = (answer as { signature?: unknown } | null)?.signature
    if (typeof signature !== 'string') throw new KitError('wallet_answer_invalid', { cause: answer })
    const signed = new TextEncoder().encode(message)
    if (!(await isSignedBy(address, signed, decodeBase58(signature)))) throw new KitError('account_mismatch')
    return signature
  },
  async fetchBalance(address, ask) {
    const answer = await ask({ method: 'getBalance', params: [address, { commitment: 'confirmed' }] })
    return readUnits(readAs(lamports, answer).value)
  },
  transfers: async () => (await import('./sendTransfers.ts')).sendTransfers,
}

import { describeTransaction, type TransactionDescription } from '@billfold/protocol/solana/describeTransaction'
import type { SolanaRpc } from './sendSolanaTransaction.ts'

/** A person waits no longer than this for what a node has to say. */
const patienceMs = 4_000

/** Describes a transaction, with the chain's data if its node responds in time. */
export async function describeForWindow(bytes: Uint8Array, rpc?: SolanaRpc): Promise<TransactionDescription> {
  if (!rpc) return describeTransaction(bytes)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The node did not respond')), patienceMs)
  })
  const description = describeTransaction(bytes, ({ method, params }) => rpc(method, params as readonly unknown[]))
  return (
    Promise.race([description, late])
      // The bytes still say what they say, and the lines that no one could say more.
      .catch(() => describeTransaction(bytes))
      .finally(() => clearTimeout(timer))
  )
}

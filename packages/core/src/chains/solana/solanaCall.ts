import { KitError } from '@billfold/protocol/error'
import type { TransferCall } from '../transfers.ts'

/** What a wallet is asked to sign: a transaction without its signature, in base64, and whose. */
export type SolanaCall = { from: string; transaction: string }

export const writeCall = ({ from, transaction }: SolanaCall): TransferCall => ({ from, transaction })

export function readCall({ from, transaction }: TransferCall): SolanaCall {
  if (typeof from !== 'string' || typeof transaction !== 'string') throw new KitError('invalid_input')
  return { from, transaction }
}

import { KitError } from '@billfold/protocol/error'
import type { TransferCall } from '../../model/transfer.ts'

/** A signing request: an unsigned transaction in base64, and its signer. */
export type SolanaCall = { from: string; transaction: string }

export const writeCall = ({ from, transaction }: SolanaCall): TransferCall => ({ from, transaction })

export function readCall({ from, transaction }: TransferCall): SolanaCall {
  if (typeof from !== 'string' || typeof transaction !== 'string') throw new KitError('invalid_input')
  return { from, transaction }
}

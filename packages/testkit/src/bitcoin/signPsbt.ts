import type { BitcoinRealm } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { writeBitcoinAddress } from '@billfold/protocol/bitcoin/writeBitcoinAddress'
import { Transaction } from '@scure/btc-signer'
import { providerError } from '../providerError.ts'

/** A transaction's payments: recipients, amounts, and the network fee. */
export type Payments = { outputs: { to: string; value: bigint }[]; fee: bigint }

/** Signs inputs of a PSBT, and leaves the rest of it as it is. */
export function signPsbt(psbt: Uint8Array, privateKey: Uint8Array, indexes: readonly number[]): Uint8Array {
  const transaction = read(psbt)
  for (const index of indexes)
    try {
      transaction.signIdx(privateKey, index)
    } catch (cause) {
      throw providerError('invalid_input', `Input ${index} cannot be signed: ${(cause as Error).message}`)
    }
  return transaction.toPSBT()
}

/** Payments to show before signing. */
export function paymentsOf(psbt: Uint8Array, realm: BitcoinRealm): Payments {
  const transaction = read(psbt)
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => {
    const { script, amount } = transaction.getOutput(at)
    return { to: (script && writeBitcoinAddress(script, realm)) ?? 'No address', value: amount ?? 0n }
  })
  return { outputs, fee: transaction.fee }
}

/** The whole transaction, in hex, once every input is signed. */
export function finalHex(psbt: Uint8Array): string {
  const transaction = read(psbt)
  transaction.finalize()
  return transaction.hex
}

function read(psbt: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(psbt, { allowUnknownOutputs: true })
  } catch (cause) {
    throw providerError('invalid_input', `Not a PSBT: ${(cause as Error).message}`)
  }
}

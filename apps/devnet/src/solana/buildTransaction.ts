import {
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { DevKey } from './devKeys.ts'

/** A signed legacy transaction in wire format. The first key pays. */
export function buildTransaction(
  keys: readonly [DevKey, ...DevKey[]],
  blockhash: string,
  instructions: readonly Instruction[],
): Uint8Array {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }
  const { messageBytes, signatures } = compileTransaction(
    pipe(
      createTransactionMessage({ version: 'legacy' }),
      (message) => setTransactionMessageFeePayer(keys[0].address, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  )
  const signed = Object.keys(signatures).map((address) => {
    const key = keys.find((one) => one.address === address)
    if (!key) throw new Error(`No key to sign for ${address}.`)
    return [address, key.sign(new Uint8Array(messageBytes)) as SignatureBytes]
  })
  return new Uint8Array(getTransactionEncoder().encode({ messageBytes, signatures: Object.fromEntries(signed) }))
}

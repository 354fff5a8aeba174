import { encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import type { WalletRequest } from '../src/chains/chainQuery.ts'
import { encodeTransaction } from '../src/chains/solana/encodeTransaction.ts'

export type SolanaNode = {
  /** Its lag in slots. */
  lag?: number
  /** The first slot of its history. */
  from?: number
}

const life = 150
const finality = 32
/** For this many slots, nodes know transactions without their blocks. */
const remembered = 290
const system = '11111111111111111111111111111111'
export const payer = encodeBase58(new Uint8Array(32).fill(1))
const blockhashAt = (slot: number) =>
  encodeBase58(
    new Uint8Array(32)
      .fill(9)
      .with(0, slot & 255)
      .with(1, slot >> 8),
  )

/** A transaction with a slot's blockhash, or a nonce. */
export function solanaTransaction(slot: number, isDurable = false): string {
  const data = isDurable ? Uint8Array.of(4, 0, 0, 0) : Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)
  const instruction = { program: system, accounts: [{ address: payer, isSigner: true, isWritable: true }], data }
  return encodeBase64(encodeTransaction({ payer, blockhash: blockhashAt(slot), instructions: [instruction] }))
}

/** A chain with a block per slot, seen through lagging nodes. */
export function solanaWorld({ slot = 1000 } = {}) {
  const world = {
    slot,
    /** The slot that included the transaction under test. */
    included: undefined as number | undefined,
    blockhash: slot,
    /** The slot of an earlier transaction of the account. */
    older: 500 as number | undefined,
    sent: 0,
  }
  const isValidAt = (bank: number) => bank >= world.blockhash && bank - world.blockhash <= life
  const queryNode = (node: SolanaNode) => async (question: unknown) => {
    const { method, params } = question as WalletRequest
    const [, options] = params as [unknown, { commitment?: string }?]
    const newest = world.slot - (node.lag ?? 0)
    const bankOf = (commitment: unknown) => (commitment === 'finalized' ? newest - finality : newest)
    switch (method) {
      case 'getEpochInfo': {
        const at = bankOf((params as [{ commitment?: string }])[0].commitment)
        return { absoluteSlot: at, blockHeight: at }
      }
      case 'getBlockHeight':
        return bankOf((params as [{ commitment?: string }])[0].commitment)
      case 'getSignaturesForAddress': {
        const { minContextSlot = 0 } = (options ?? {}) as { minContextSlot?: number }
        const final = newest - finality
        if (final < minContextSlot) throw new KitError('invalid_input', { message: 'Minimum context slot not reached' })
        const all = [
          { signature: 'name', slot: world.included },
          { signature: 'older', slot: world.older },
        ]
        return all.filter((each) => each.slot !== undefined && each.slot <= final && each.slot >= (node.from ?? 0))
      }
      case 'isBlockhashValid': {
        const bank = bankOf(options?.commitment)
        return { context: { slot: bank }, value: isValidAt(bank) }
      }
      case 'getSignatureStatuses': {
        const at = world.included
        const isThere = at !== undefined && at <= newest && (at >= (node.from ?? 0) || newest - at < remembered)
        const depth = newest - (at ?? 0)
        const confirmationStatus = depth >= finality ? 'finalized' : depth > 1 ? 'confirmed' : 'processed'
        return { context: { slot: newest }, value: [isThere ? { err: null, confirmationStatus } : null] }
      }
      case 'sendTransaction':
        world.sent += 1
        return 'name'
      case 'getTransaction':
        return null
      default:
        throw new KitError('unknown_method', { message: method })
    }
  }
  return { world, askNode: queryNode, isValid: () => isValidAt(world.slot) }
}

import { KitError } from '@billfold/protocol/error'
import { hexToBigInt, isHex } from 'viem/utils'

/** Parses a balance. */
export function readBalance(answer: unknown): bigint {
  if (!isHex(answer) || answer.length < 3 || answer.length > 66)
    throw new KitError('wallet_answer_invalid', { message: 'The balance is invalid', cause: answer })
  return hexToBigInt(answer)
}

import { KitError } from '@billfold/protocol/error'
import { writeSignIn } from '@billfold/protocol/signin/signInText'
import type { SiwxMessage, SiwxMessageData } from './siwx.ts'

/** The text to be signed: as the site writes it, or by the standard where it gives the parts alone. */
export const signInMessageOf = (message: SiwxMessage): string =>
  message.toString === Object.prototype.toString ? standardMessage(message) : message.toString()

/** The text that the standard makes of a message's parts. */
export function standardMessage({ accountAddress, version, issuedAt, ...rest }: SiwxMessageData): string {
  if (version !== '1') throw new KitError('invalid_input', { message: 'A sign-in must have version "1"' })
  if (!issuedAt) throw new KitError('invalid_input', { message: 'A sign-in must say when it was made (issuedAt)' })
  return writeSignIn({ ...dataOf(rest), address: accountAddress, version, issuedAt })
}

const dataOf = <T extends object>(data: T): T => {
  const { toString: _, ...own } = data as T & { toString: unknown }
  return own as unknown as T
}

import { KitError } from '@billfold/protocol/error'
import { writeSignIn } from '@billfold/protocol/signin/signInText'
import type { SiwxMessage, SiwxMessageData } from '../../model/siwx.ts'

/** The text to sign: the site's own, or the standard's from its parts. */
export const signInMessageOf = (message: SiwxMessage): string =>
  message.toString === Object.prototype.toString ? standardMessage(message) : message.toString()

/** Formats a message by the standard. */
export function standardMessage({ accountAddress, version, issuedAt, ...rest }: SiwxMessageData): string {
  if (version !== '1') throw new KitError('invalid_input', { message: 'A sign-in must have version "1"' })
  if (!issuedAt) throw new KitError('invalid_input', { message: 'The sign-in message needs `issuedAt`' })
  return writeSignIn({ ...dataOf(rest), address: accountAddress, version, issuedAt })
}

const dataOf = <T extends object>(data: T): T => {
  const { toString: _, ...own } = data as T & { toString: unknown }
  return own as unknown as T
}

import { hexOf } from '@billfold/protocol/bytes'
import type { Kit } from '../../kit.ts'
import { standardMessage } from './signInMessageOf.ts'
import type { SiwxMessage, SiwxMessageData } from './siwx.ts'

/** What a site may say in its message, and how long its sign-ins hold. */
export type MessageOptions = {
  /** A sentence that visitors read before they sign; none by default. */
  statement?: string
  /** Addresses that the visitor gives access to; none by default. */
  resources?: readonly string[]
  /** How long a sign-in holds, in milliseconds. */
  expiration?: number
}

const weekMs = 7 * 86_400_000

/** A message of this page's for an account, by the standard of its family. */
export function makeMessage(
  { ports: { clock, page } }: Pick<Kit, 'ports'>,
  { statement, resources, expiration = weekMs }: MessageOptions,
  { nonce, ...asked }: Pick<SiwxMessageData, 'accountAddress' | 'chainId' | 'notBefore' | 'nonce'>,
): SiwxMessage {
  const begins = Date.parse(asked.notBefore ?? '') || clock.now()
  const { host, href } = new URL(page.href())
  const data: SiwxMessageData = {
    ...asked,
    domain: host,
    uri: href,
    version: '1',
    nonce,
    issuedAt: new Date(clock.now()).toISOString(),
    expirationTime: new Date(begins + expiration).toISOString(),
    ...(statement ? { statement } : {}),
    ...(resources ? { resources } : {}),
  }
  return { ...data, toString: () => standardMessage(data) }
}

/** 128 bits that no one can guess, as letters and digits. */
export const randomNonce = (): string => hexOf(crypto.getRandomValues(new Uint8Array(16)))

import { hexOf } from '@billfold/protocol/bytes'
import type { Kit } from '../../kit.ts'
import type { SiwxMessage, SiwxMessageData } from '../../model/siwx.ts'
import { standardMessage } from './signInMessageOf.ts'

/** Content of a site's message, and the lifetime of its sign-ins. */
export type MessageOptions = {
  /** A sentence that visitors read before they sign; none by default. */
  statement?: string
  /** Addresses that the visitor gives access to; none by default. */
  resources?: readonly string[]
  /** Lifetime of a sign-in in milliseconds. */
  expiration?: number
}

const weekMs = 7 * 86_400_000

/** This page's message for an account, in its family's standard. */
export function makeMessage(
  { ports: { clock, page } }: Pick<Kit, 'ports'>,
  { statement, resources, expiration = weekMs }: MessageOptions,
  { nonce, ...rest }: Pick<SiwxMessageData, 'accountAddress' | 'chainId' | 'notBefore' | 'nonce'>,
): SiwxMessage {
  const begins = Date.parse(rest.notBefore ?? '') || clock.now()
  const { host, href } = new URL(page.href())
  const data: SiwxMessageData = {
    ...rest,
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

/** 128 random bits, alphanumeric. */
export const randomNonce = (): string => hexOf(crypto.getRandomValues(new Uint8Array(16)))

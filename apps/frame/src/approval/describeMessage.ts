import { hexOf } from '@billfold/protocol/bytes'
import { visibleDomain, visibleLines } from './visibleText.ts'

/** A message as a person reads it: text, or bytes that are not text. */
export type DescribedMessage =
  | { kind: 'text'; text: string; signIn?: { domain: string; isForeign: boolean } }
  | { kind: 'bytes'; hex: string }

/** A sign-in's first line (EIP-4361, CAIP-122) with the site that it claims. */
const signInLine =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^\s/]{1,253}) wants you to sign in with your [A-Z][\w ]{0,40} account:(?:\r?\n|$)/

/** Prepares a message for its screen: writes out invisible characters, and flags a sign-in to a different site. */
export function describeMessage(bytes: Uint8Array, askingHost: string): DescribedMessage {
  const text = textOf(bytes)
  if (text === undefined) return { kind: 'bytes', hex: `0x${hexOf(bytes)}` }
  const [, domain] = signInLine.exec(text) ?? []
  return {
    kind: 'text',
    text: visibleLines(text),
    ...(domain === undefined ? {} : { signIn: signInOf(domain, text, askingHost) }),
  }
}

/** A sign-in is for the site in its first line, and for a different one in its `URI`, too. */
function signInOf(domain: string, text: string, askingHost: string) {
  const [, uri] = /^URI: (\S{1,2048})$/m.exec(text) ?? []
  const other = uri === undefined ? askingHost : (URL.parse(uri)?.host ?? uri)
  const foreign = domain !== askingHost ? domain : other !== askingHost ? other : undefined
  return { domain: visibleDomain(foreign ?? domain), isForeign: foreign !== undefined }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

import { hexOf } from '@billfold/protocol/bytes'

/** A message as a person reads it: a text, or bytes that are none. */
export type DescribedMessage =
  | { kind: 'text'; text: string; signIn?: { domain: string; isForeign: boolean } }
  | { kind: 'bytes'; hex: string }

/** What turns text around, hides it or draws over it: characters by which a text looks like another one. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu
const allowed = new Set(['\n', '\t', '\r', '\u200d', '\ufe0f'])

/** A sign-in's first line (EIP-4361, CAIP-122): who asks, by their own word. */
const signInLine =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^\s/]{1,253}) wants you to sign in with your [A-Z][\w ]{0,40} account:(?:\r?\n|$)/

/** A message as it can be shown: what hides itself is written out, and a sign-in for another site than the one that asks is called so. */
export function describeMessage(bytes: Uint8Array, askingHost: string): DescribedMessage {
  const text = textOf(bytes)
  if (text === undefined) return { kind: 'bytes', hex: `0x${hexOf(bytes)}` }
  const shown = text.replace(hidden, (character) => (allowed.has(character) ? character : writtenOut(character)))
  const [, domain] = signInLine.exec(text) ?? []
  return {
    kind: 'text',
    text: shown,
    ...(domain === undefined ? {} : { signIn: { domain, isForeign: domain !== askingHost } }),
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const writtenOut = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`

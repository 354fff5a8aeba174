import { cleanText } from './cleanText.ts'

const longest = 140

/** What a payment link (BIP-21, Solana Pay) calls its payee and its purpose, in one line: a claim of its creator, made safe to show. */
export function sayingOf(asked: URLSearchParams): { saying?: string } {
  const saying = ['label', 'message'].map((name) => cleanText(asked.get(name), longest)).filter(Boolean)
  return saying.length > 0 ? { saying: saying.join(': ') } : {}
}

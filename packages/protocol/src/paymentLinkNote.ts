import { cleanText } from './cleanText.ts'

const longest = 140

/** A payment link's (BIP-21, Solana Pay) label and message, in one line: a claim of its creator, made safe to show. */
export function paymentLinkNote(params: URLSearchParams): { saying?: string } {
  const saying = ['label', 'message'].map((name) => cleanText(params.get(name), longest)).filter(Boolean)
  return saying.length > 0 ? { saying: saying.join(': ') } : {}
}

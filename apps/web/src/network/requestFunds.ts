import * as z from 'zod/mini'
import { fetchJson } from '../fetchJson.ts'

const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const signature = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/))
const txid = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** Each family's faucet names its transactions as its chain does. */
const funds = z.union([
  z.object({ hashes: z.array(hash) }),
  z.object({ signatures: z.array(signature) }),
  z.object({ txid }),
])

/** Requests test funds from a faucet of the local network; returns the transactions that bring them. */
export async function requestFunds(
  faucetUrl: string,
  request: { address: string; chainId?: number },
  signal: AbortSignal,
  deadlineMs = 20_000,
): Promise<string[]> {
  const sent = await fetchJson(funds, faucetUrl, { body: request, signal, deadlineMs })
  if ('hashes' in sent) return sent.hashes
  return 'signatures' in sent ? sent.signatures : [sent.txid]
}

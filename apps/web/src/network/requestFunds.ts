import * as z from 'zod/mini'
import { fetchJson } from '../fetchJson.ts'

const funds = z.object({ hashes: z.array(z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))) })

/** Asks the local network's faucet for test funds on one chain; answers with the transactions that bring them. */
export async function requestFunds(
  faucetUrl: string,
  request: { address: string; chainId: number },
  signal: AbortSignal,
): Promise<string[]> {
  const { hashes } = await fetchJson(funds, faucetUrl, { body: request, signal, deadlineMs: 20_000 })
  return hashes
}

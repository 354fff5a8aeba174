import * as z from 'zod/mini'
import { fetchJson } from '../fetchJson.ts'

const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const funds = z.object({ transactions: z.array(z.object({ hash, asset: z.string(), amount: z.string() })) })

/** What the faucet sent: one mined transaction per asset. */
export type Funds = z.infer<typeof funds>

/** Asks the local network's faucet to send test funds to an address on one chain. */
export function requestFunds(
  faucetUrl: string,
  request: { address: string; chainId: number },
  signal: AbortSignal,
): Promise<Funds> {
  return fetchJson(funds, faucetUrl, { body: request, signal, deadlineMs: 20_000 })
}

import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import type { DevnetBitcoin } from '@billfold/protocol/devnetManifest'
import * as z from 'zod/mini'
import { fetchJson } from '../fetchJson.ts'
import type { Gift, Outlet } from './outlet.ts'
import { requestFunds } from './requestFunds.ts'
import { untilFound } from './untilFound.ts'

const sats = z.int().check(z.nonnegative())
const transaction = z.object({
  vout: z.array(z.object({ scriptpubkey_address: z.optional(z.string()), value: sats })),
  status: z.object({ confirmed: z.boolean(), block_height: z.optional(sats) }),
})

/** The faucet of the Bitcoin chain. */
export const bitcoinOutlet = (chain: DevnetBitcoin): Outlet => ({
  namespace: 'bip122',
  chainName: chain.name,
  gives: 'its coin',
  isAddress(text) {
    try {
      return readBitcoinAddress(text).realms.includes('regtest')
    } catch {
      return false // not a Bitcoin address
    }
  },
  async give({ address, signal, onSent }) {
    const names = await requestFunds(chain.faucetUrl, { address }, signal)
    onSent(names.length)
    return Promise.all(names.map((hash) => readBitcoinGift(chain, hash, address, signal)))
  },
})

function readBitcoinGift(chain: DevnetBitcoin, hash: string, address: string, signal: AbortSignal): Promise<Gift> {
  const { address: written } = readBitcoinAddress(address)
  return untilFound(async () => {
    const { vout, status } = await fetchJson(transaction, `${chain.esploraUrl}/tx/${hash}`, { signal })
    if (!status.confirmed || status.block_height === undefined) return null
    const paid = vout.filter((output) => output.scriptpubkey_address === written)
    const amount = paid.reduce((sum, { value }) => sum + BigInt(value), 0n)
    return { hash, block: BigInt(status.block_height), brought: [{ ...chain.nativeCurrency, amount }] }
  })
}

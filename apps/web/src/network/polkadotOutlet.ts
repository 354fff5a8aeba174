import type { DevnetPolkadot } from '@billfold/protocol/devnetManifest'
import { readAccountState, readAssetHolding } from '@billfold/protocol/polkadot/accountState'
import { readPolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'
import * as z from 'zod/mini'
import { bytes, callRpc, quantity } from './callRpc.ts'
import type { Brought, Outlet } from './outlet.ts'
import { requestFunds } from './requestFunds.ts'

const stored = z.nullable(bytes)
const header = z.object({ number: quantity })
/** The chain starts with its first request, which takes a while. */
const startMs = 90_000

/** The faucet of the Polkadot chain. */
export const polkadotOutlet = (chain: DevnetPolkadot): Outlet => ({
  namespace: 'polkadot',
  chainName: chain.name,
  gives: 'its coin and some of each asset. The chain starts when it is first asked, which takes up to a minute',
  isAddress(text) {
    try {
      readPolkadotAddress(text)
      return true
    } catch {
      return false // not an address of this kind, or its checksum is wrong
    }
  },
  async give({ address, signal, onSent }) {
    const { publicKey } = readPolkadotAddress(address)
    const before = await holdings(chain, publicKey, signal)
    const hashes = await requestFunds(chain.faucetUrl, { address }, signal, startMs)
    onSent(hashes.length)
    const [after, { number }] = await Promise.all([
      holdings(chain, publicKey, signal),
      callRpc(chain.rpcUrl, 'chain_getHeader', [], header, signal),
    ])
    const brought = after.map((one, at) => ({ ...one, amount: one.amount - (before[at]?.amount ?? 0n) }))
    // One transaction brings all of it.
    return hashes.map((hash) => ({ hash, block: number, brought: brought.filter(({ amount }) => amount > 0n) }))
  },
})

/** An account's balance of the coin and of each asset. */
function holdings(chain: DevnetPolkadot, publicKey: Uint8Array, signal: AbortSignal): Promise<Brought[]> {
  const read = (key: string) => callRpc(chain.rpcUrl, 'state_getStorage', [key], stored, signal, startMs)
  const { decimals, symbol } = chain.nativeCurrency
  return Promise.all([
    read(storageKeys.account(publicKey)).then((value) => ({ decimals, symbol, amount: readAccountState(value).free })),
    ...chain.assets.map(async (asset) => ({
      ...{ decimals: asset.decimals, symbol: asset.symbol },
      amount: readAssetHolding(await read(storageKeys.assetAccount(asset.id, publicKey))).balance,
    })),
  ])
}

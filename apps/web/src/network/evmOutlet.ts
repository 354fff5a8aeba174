import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import type { Outlet } from './outlet.ts'
import { readGift } from './readGift.ts'
import { requestFunds } from './requestFunds.ts'

/** The faucet of an EVM chain. */
export const evmOutlet = (faucetUrl: string, chain: DevnetChain): Outlet => ({
  namespace: 'eip155',
  chainName: chain.name,
  gives: 'its coin and some of each token',
  isAddress: (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
  async give({ address, signal, onSent }) {
    const hashes = await requestFunds(faucetUrl, { address, chainId: chain.id }, signal)
    onSent(hashes.length)
    return Promise.all(hashes.map((hash) => readGift(chain, hash, address, signal)))
  },
})

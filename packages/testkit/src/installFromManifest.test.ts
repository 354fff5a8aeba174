import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import { expect, test, vi } from 'vitest'
import { installDevnetWallet } from './installFromManifest.ts'

const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const manifest: DevnetManifest = {
  version: 1,
  chains: [
    {
      id: 31337,
      name: 'Devnet One',
      rpcUrl: 'http://127.0.0.1:1/',
      wsUrl: 'ws://127.0.0.1:1/',
      bundlerUrl: 'http://127.0.0.1:1/bundler',
      paymasterUrl: 'http://127.0.0.1:1/paymaster',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      blockTime: 0,
      contracts: {},
      tokens: [],
      nfts: [],
      pools: [],
      names: [],
    },
  ],
  accounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', label: 'Alice', privateKey: key }],
  mnemonic: 'test test test test test test test test test test test junk',
  faucetUrl: 'http://127.0.0.1:1/faucet',
}

test('uses the manifest’s chains and keys, and prompts its user', async () => {
  const { wallet, uninstall } = await installDevnetWallet({ manifest, window: new EventTarget() })
  expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  await expect(wallet.provider.request({ method: 'eth_requestAccounts' })).rejects.toThrow("The policy is 'ask'")
  wallet.policy('approve')
  expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toEqual([manifest.accounts[0]?.address])
  uninstall()
})

test('reports a missing or invalid manifest in one sentence', async () => {
  const window = new EventTarget()
  const wrong = { ...manifest, chains: [{ ...manifest.chains[0]!, id: -1 }] }
  await expect(installDevnetWallet({ manifest: wrong, window })).rejects.toThrow(
    "The manifest is not a local network's: chains.0.id",
  )
  vi.stubGlobal('fetch', async () => new Response('', { status: 502 }))
  const nowhere = installDevnetWallet({ manifestUrl: 'http://127.0.0.1:1/manifest.json', window })
  await expect(nowhere).rejects.toThrow('No local network answers at http://127.0.0.1:1/manifest.json: is it running?')
  vi.unstubAllGlobals()
})

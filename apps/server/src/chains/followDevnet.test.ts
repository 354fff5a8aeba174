import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import { KitError } from '@billfold/protocol/error'
import { expect, it } from 'vitest'
import type { FetchJson } from '../rpc/fetchJson.ts'
import { createChains } from './createChains.ts'
import { followDevnet } from './followDevnet.ts'
import type { ServerChain } from './serverChain.ts'

const address = (n: number) => `0x${String(n).padStart(40, '0')}`
const manifest: DevnetManifest = {
  version: 1,
  chains: [
    {
      id: 31337,
      name: 'Local',
      rpcUrl: 'http://127.0.0.1:1',
      wsUrl: 'ws://127.0.0.1:1',
      bundlerUrl: 'http://127.0.0.1:1/bundler',
      paymasterUrl: 'http://127.0.0.1:1/paymaster',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      blockTime: 0,
      contracts: { multicall3: address(1), weth: address(2) },
      tokens: [
        { address: address(4), name: 'Dai', symbol: 'DAI', decimals: 18, kind: 'permit' },
        { address: address(3), name: 'USD Coin', symbol: 'USDC', decimals: 6, kind: 'permit' },
      ],
      nfts: [],
      pools: [],
      names: [],
    },
  ],
  accounts: [],
  mnemonic: 'test',
  faucetUrl: 'http://127.0.0.1:1/faucet',
  solana: {
    id: 'localnet',
    genesisHash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
    name: 'Local Solana',
    rpcUrl: 'http://127.0.0.1:3',
    wsUrl: 'ws://127.0.0.1:4',
    faucetUrl: 'http://127.0.0.1:3/faucet',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    tokens: [],
    accounts: [],
  },
}

it('waits for the local network, adds its chains to the list and notifies watchers', async () => {
  const answers: (() => unknown)[] = [
    () => {
      throw new KitError('unavailable')
    },
    () => ({ version: 2 }),
    () => manifest,
  ]
  const urls: string[] = []
  const fetchJson: FetchJson = async ({ url }) => {
    urls.push(url)
    return { status: 200, headers: new Headers(), json: (answers.shift() ?? (() => manifest))() }
  }
  const chains = createChains()
  const seen: ServerChain[] = []
  chains.watch((chain) => seen.push(chain))
  const devnet = followDevnet({
    url: 'http://127.0.0.1:4110',
    onChain: chains.add,
    fetchJson,
    retryMs: 1,
    refreshMs: 1,
  })
  expect(devnet.isKnown()).toBe(false)
  await devnet.known
  devnet.stop()
  expect(urls.slice(0, 3)).toEqual(Array(3).fill('http://127.0.0.1:4110/manifest.json'))
  expect(chains.get('eip155:31337')).toMatchObject({
    isLocal: true,
    startBlock: 0n,
    wrappedNative: address(2),
    stables: [address(3), address(4)],
    contracts: { multicall3: address(1), uniswapV3Factory: undefined },
  })
  expect(chains.get('solana:localnet')).toMatchObject({
    ...{ namespace: 'solana', isLocal: true },
    rpcUrls: ['http://127.0.0.1:3'],
    wsUrls: ['ws://127.0.0.1:4'],
  })
  // The same again is no news; something else is.
  chains.add({ ...seen[0]! })
  expect(seen).toHaveLength(2)
  chains.add({ ...seen[0]!, rpcUrls: ['http://127.0.0.1:2'] })
  expect(seen).toHaveLength(3)
})

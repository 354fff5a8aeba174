import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { Contract, EnsPlugin, JsonRpcProvider, Network, Wallet } from 'ethers'
import { type Address, createWalletClient, defineChain, type Hex, http, parseAbi, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { startDevnet } from '../../startDevnet.ts'

/** The whole network on free ports, without market trades. */
export const startQuietDevnet = (
  options: { chainIds?: number[]; blockTime?: number; namesGateway?: string; solanaPort?: number } = {},
) => startDevnet({ host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false, ...options })

/** A library as in production: a client over HTTP with one key. */
type Peer = {
  address: Address
  ether(of: Address): Promise<bigint>
  read(to: Address, signature: string, args: unknown[]): Promise<unknown>
  write(to: Address, signature: string, args: unknown[], value?: bigint): Promise<void>
}

const nameOf = (signature: string) => /function (\w+)/.exec(signature)?.[1] ?? ''
const abiOf = (signature: string) => parseAbi([signature] as readonly string[])

/** viem as is: wallet and reader in one. */
export function viemWallet(chain: DevnetChain, privateKey: Hex) {
  const { ensUniversalResolver } = chain.contracts as Record<string, Address>
  return createWalletClient({
    account: privateKeyToAccount(privateKey),
    chain: defineChain({
      ...chain,
      rpcUrls: { default: { http: [chain.rpcUrl] } },
      contracts: { ensUniversalResolver: { address: ensUniversalResolver! } },
    }),
    transport: http(),
    pollingInterval: 20,
  }).extend(publicActions)
}

export function viemPeer(chain: DevnetChain, privateKey: Hex): Peer {
  const client = viemWallet(chain, privateKey)
  return {
    address: client.account.address,
    ether: (address) => client.getBalance({ address }),
    read: (address, signature, args) =>
      client.readContract({ address, abi: abiOf(signature), functionName: nameOf(signature), args }),
    async write(address, signature, args, value = 0n) {
      const hash = await client.writeContract({
        address,
        abi: abiOf(signature),
        functionName: nameOf(signature),
        args,
        value,
      })
      const { status } = await client.waitForTransactionReceipt({ hash })
      expect(status).toBe('success')
    },
  }
}

/** ethers as is, with this chain's address for names. */
export function ethersProvider(chain: DevnetChain, universalResolver?: string) {
  const plugin = new EnsPlugin(chain.contracts.ensRegistry, chain.id, universalResolver)
  const network = new Network(chain.name, chain.id).attachPlugin(plugin)
  // ethers caches responses for a quarter of a second, and these chains are faster than that.
  return new JsonRpcProvider(chain.rpcUrl, network, { staticNetwork: network, cacheTimeout: -1, pollingInterval: 20 })
}

export function ethersPeer(chain: DevnetChain, privateKey: Hex): Peer {
  const wallet = new Wallet(privateKey, ethersProvider(chain))
  const contract = (to: Address, signature: string) =>
    new Contract(to, [signature], wallet).getFunction(nameOf(signature))
  return {
    address: wallet.address as Address,
    ether: (address) => wallet.provider!.getBalance(address),
    read: (to, signature, args) => contract(to, signature).staticCall(...args),
    async write(to, signature, args, value = 0n) {
      const receipt = await (await contract(to, signature).send(...args, { value })).wait()
      expect(receipt?.status).toBe(1)
    },
  }
}

/** A token of the chain, by its symbol. */
export const tokenOf = (chain: DevnetChain, symbol: string) =>
  chain.tokens.find((token) => token.symbol === symbol)!.address as Address

import { join } from 'node:path'
import { type DevnetChain, type DevnetManifest, devnetManifest } from '@billfold/protocol/devnetManifest'
import { farcasterRegistries } from '@billfold/protocol/embedded/farcasterSignIn'
import { describeBitcoin } from './bitcoin/describeBitcoin.ts'
import type { DevnetConfig } from './devnetConfig.ts'
import { createBundler } from './eip155/bundler/createBundler.ts'
import { deployAll } from './eip155/deploy/deployAll.ts'
import type { Deployment } from './eip155/deploy/deployment.ts'
import { updateGateway } from './eip155/deploy/publishNames.ts'
import { devAccounts, devMnemonic } from './eip155/devAccounts.ts'
import { createEvmNode, type EvmNode } from './eip155/evmNode.ts'
import { createFaucet } from './eip155/faucet.ts'
import { type Anchors, readAnchors, startMarket } from './eip155/market.ts'
import { createPaymaster } from './eip155/paymaster/createPaymaster.ts'
import { serveChain } from './eip155/serveChain.ts'
import { farcasterChainId, startFarcasterChain } from './farcaster/startFarcasterChain.ts'
import { type OpenHttpServer, openHttpServer } from './openHttpServer.ts'
import { describePolkadot } from './polkadot/describePolkadot.ts'
import { serveManifest } from './serveManifest.ts'
import { describeSolana } from './solana/describeSolana.ts'
import { StartError } from './startError.ts'
import { urlOf } from './urlOf.ts'

/** Block 0 of every chain: fixed, so that hashes are the same at every start. */
export const genesisTime = Date.UTC(2026, 0, 1) / 1000

/** The part of the set-up that a replayed chain needs; stored in the journal. */
type Setup = { deployment: Deployment; anchors: Anchors; metadataUrl: string }
type Closer = () => void | Promise<void>

export type Devnet = { manifest: DevnetManifest; close(): Promise<void> }

/** Starts the whole local network in this process; resolves when every chain answers. */
export async function startDevnet(config: DevnetConfig): Promise<Devnet> {
  const closers: Closer[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    return { manifest: await start(config, closers), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function start(config: DevnetConfig, closers: Closer[]): Promise<DevnetManifest> {
  const open = async (port: number, setting: string) => {
    const http = await openHttpServer({ host: config.host, port, setting })
    closers.push(http.close)
    return http
  }
  const front = await open(config.port, 'DEVNET_PORT')
  const ports: OpenHttpServer[] = []
  for (const index of config.chainIds.keys())
    ports.push(await open(config.evmPort === 0 ? 0 : config.evmPort + index, 'DEVNET_EVM_PORT'))

  const baseUrl = urlOf('http', config.host, front.port)
  const farcaster = await openFarcaster(config)
  if (farcaster) closers.push(farcaster.close)
  const chains = await allOrFirstFailure(
    config.chainIds.map(async (chainId, index) => {
      const chain = await startChain(config, chainId, `${baseUrl}/nft`, closers)
      return { ...chain, http: ports[index]! }
    }),
  )

  const manifest = checked({
    version: 1,
    chains: chains.map(({ node, deployment, http }) => describeChain(config, node.chainId, http.port, deployment)),
    accounts: devAccounts,
    mnemonic: devMnemonic,
    faucetUrl: `${baseUrl}/faucet`,
    ...(farcaster && { farcaster: describeFarcaster(farcaster.url) }),
    ...(config.solanaPort && { solana: describeSolana(config.host, config.solanaPort) }),
    ...(config.bitcoinPort && { bitcoin: describeBitcoin(config.host, config.bitcoinPort) }),
    ...(config.polkadotPort && { polkadot: describePolkadot(config.host, config.polkadotPort) }),
  })
  for (const { node, deployment, anchors, http } of chains) {
    const bundler = createBundler(node, deployment)
    const paymaster = createPaymaster(node, deployment)
    const served = serveChain(http, node, { '/bundler': bundler.handle, '/paymaster': paymaster.handle })
    closers.push(served.close)
    if (config.market) closers.push(startMarket(node, deployment, anchors))
  }
  const faucet = createFaucet(chains.map(({ node, deployment }) => ({ evm: node, tokens: deployment.tokens })))
  serveManifest(front, { manifest, baseUrl, faucet })
  return manifest
}

const openFarcaster = ({ host, farcasterPort: port, state }: DevnetConfig) =>
  port === undefined ? undefined : startFarcasterChain({ host, port, genesisTime, state })

const describeFarcaster = (rpcUrl: string): DevnetManifest['farcaster'] => ({
  ...{ chainId: farcasterChainId, rpcUrl },
  ...{ idRegistry: farcasterRegistries.ids, keyRegistry: farcasterRegistries.keys },
})

/** As `Promise.all`, but waits for the rest when one fails: what they opened can then be closed. */
async function allOrFirstFailure<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

async function startChain(config: DevnetConfig, chainId: number, metadataUrl: string, closers: Closer[]) {
  const journal = config.state === undefined ? undefined : join(config.state, `eip155-${chainId}.jsonl`)
  const { blockTime } = config
  const node = await createEvmNode({ chainId, blockTime, genesisTime, ...(journal === undefined ? {} : { journal }) })
  closers.push(node.close)
  return { node, ...(await setUp(node, metadataUrl, config.namesGateway)) }
}

async function setUp(node: EvmNode, metadataUrl: string, gatewayUrl: string | undefined): Promise<Setup> {
  if (node.setup === undefined) {
    const deployment = await deployAll(node, { metadataUrl, gatewayUrl })
    const fresh: Setup = { deployment, anchors: await readAnchors(node, deployment.pools), metadataUrl }
    await node.setupDone(fresh)
    return fresh
  }
  const setup = node.setup as Setup
  if (setup.metadataUrl !== metadataUrl)
    console.warn(
      `Chain ${node.chainId} was set up with collectibles described at ${setup.metadataUrl}, and this network listens on ${metadataUrl}.`,
    )
  const { ensOffchainResolver } = setup.deployment.contracts
  if (ensOffchainResolver && gatewayUrl) await updateGateway(node, ensOffchainResolver, gatewayUrl)
  return setup
}

function describeChain(config: DevnetConfig, id: number, port: number, deployment: Deployment): DevnetChain {
  const rpcUrl = urlOf('http', config.host, port)
  return {
    id,
    name: `Billfold Local ${config.chainIds.indexOf(id) + 1}`,
    rpcUrl,
    wsUrl: urlOf('ws', config.host, port),
    bundlerUrl: `${rpcUrl}/bundler`,
    paymasterUrl: `${rpcUrl}/paymaster`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    blockTime: config.blockTime,
    // The second chain represents those without EIP-7702.
    ...((id !== 31338 || deployment.contracts.ownedAccountFactory) && {
      smartAccounts: id === 31338 ? '4337' : '7702',
    }),
    ...deployment,
  }
}

/** Checked here and not by every reader: a journal may hold a deployment of another version. */
function checked(value: DevnetManifest): DevnetManifest {
  const { success, data, error } = devnetManifest.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw new StartError(`The manifest is invalid at ${issue?.path.join('.')}: ${issue?.message}.`)
}

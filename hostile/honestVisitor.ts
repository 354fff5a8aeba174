import type { Transfer } from '@billfold/core/chains/transfers'
import { completeKit } from '@billfold/core/completeKit'
import { createKit } from '@billfold/core/createKit'
import { balancesQuery } from '@billfold/core/features/balances/balancesQuery'
import { connectWallet } from '@billfold/core/features/connect/connectWallet'
import { sendTransfer } from '@billfold/core/features/send/sendTransfer'
import { executeSwap } from '@billfold/core/features/swap/executeSwap'
import { quotesQuery } from '@billfold/core/features/swap/quotesQuery'
import { swapOrder } from '@billfold/core/features/swap/swapOrder'
import type { Kit } from '@billfold/core/kit'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { systemClock } from '@billfold/core/ports/clock'
import { fakeLog } from '@billfold/core/ports/fakeLog'
import { fakePage } from '@billfold/core/ports/fakePage'
import { fakeStorage } from '@billfold/core/ports/fakeStorage'
import { browserHttp, type Http } from '@billfold/core/ports/http'
import { queriesOf } from '@billfold/core/queries/queriesOf'
import { createNetworkRequest } from '@billfold/core/rpc/createNetworkRequest'
import { until } from '@billfold/core/test/setUpKit'
import { createWcClient } from '@billfold/core/wc/createWcClient'
import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { createWalletConnectWallet } from '@billfold/testkit/walletconnect/createWalletConnectWallet'
import type { SiteConfig } from '@billfold/web/siteConfig.ts'
import type { Hex } from 'viem'
import { expect } from 'vitest'

type Doors = { site: number; devnet: number }
/** A visit's result: whole rounds, and all rejections in them. */
export type Visit = { rounds: number; refused: string[] }
type Place = { config: SiteConfig; manifest: DevnetManifest; refused: string[] }

const networkId = 'eip155:31337'
/** Unused by anyone else: attackers may do anything with the other published accounts. */
const accountIndex = 7

/**
 * One visitor, from 127.0.0.1, with a page's kit in this process: connects a wallet, reads balances, sends, swaps and
 * signs over a WalletConnect session, round after round until the signal. Records every failed step, and every 429 or
 * 5xx on the way, as a rejection.
 */
export async function keepVisiting(doors: Doors, signal: AbortSignal): Promise<Visit> {
  const place = await arrive(doors)
  let rounds = 0
  for (; !signal.aborted; rounds++) await visit(place)
  return { rounds, refused: place.refused }
}

/** At least one whole round, and no rejections in any. */
export function expectServed({ rounds, refused }: Visit): void {
  expect(refused).toEqual([])
  expect(rounds).toBeGreaterThan(0)
}

async function arrive({ site, devnet }: Doors): Promise<Place> {
  const read = async (url: string) => (await fetch(url)).json()
  return {
    config: (await read(`http://127.0.0.1:${site}/config.json`)) as SiteConfig,
    manifest: (await read(`http://127.0.0.1:${devnet}/manifest.json`)) as DevnetManifest,
    refused: [],
  }
}

async function visit(place: Place): Promise<void> {
  const steps: [string, (kit: Kit, place: Place) => Promise<unknown>][] = [
    ['connect', connect],
    ['look', look],
    ['send', send],
    ['swap', swap],
  ]
  const kit = openPage(place)
  try {
    for (const [name, step] of steps) await noted(place, name, () => step(kit, place))
  } finally {
    kit.dispose()
  }
  await noted(place, 'session', () => talkOverRelay(place))
}

/** Runs a step; records its error as a rejection. */
async function noted(place: Place, name: string, step: () => Promise<unknown>): Promise<void> {
  try {
    await step()
  } catch (e) {
    place.refused.push(`${name}: ${e instanceof Error ? e.message : e}`)
  }
}

const watched =
  ({ refused }: Place): Http =>
  async (request) => {
    const answer = await browserHttp(systemClock)(request)
    const { status } = answer
    if (status === 429 || status >= 500) refused.push(`${status} to ${request.method} ${new URL(request.url).pathname}`)
    return answer
  }

function portsOf(place: Place) {
  const { page } = fakePage({ globals: { WebSocket, crypto } })
  return { page, clock: systemClock, log: fakeLog(), storage: fakeStorage().tab(), http: watched(place) }
}

function openPage(place: Place): Kit {
  const { config, manifest } = place
  const { rpcUrl } = chainOf(manifest)
  const { privateKey } = manifest.accounts[accountIndex]!
  const ports = portsOf(place)
  createDevnetWallet({ chains: [{ id: 31337, rpcUrl }], accounts: [privateKey as Hex], solana: false }).install(
    ports.page.events as never,
  )
  const kit = createKit({
    projectId: config.projectId ?? '',
    networks: config.networks.filter(({ caipNetworkId }) => caipNetworkId === networkId),
    apiUrl: config.apiUrl ?? '',
    swapContracts: config.swapContracts,
    features: { analytics: false },
    ports,
  } as Parameters<typeof createKit>[0])
  completeKit(kit)
  return kit
}

async function connect(kit: Kit): Promise<void> {
  await until(kit, ({ connectors }) => connectors.some(({ namespace }) => namespace === 'eip155'))
  const { id } = kit.store.get().connectors.find(({ namespace }) => namespace === 'eip155')!
  await connectWallet(kit, { connectorId: id, namespace: 'eip155' })
  accountOf(kit)
}

async function look(kit: Kit): Promise<void> {
  const address = `${networkId}:${accountOf(kit).address}` as const
  const { queryKey, queryFn } = balancesQuery(kit, { address })
  const balances = await queriesOf(kit).fetchQuery({ queryKey, queryFn })
  if (balances.length === 0) throw new Error('there are no balances')
}

async function send(kit: Kit, place: Place): Promise<void> {
  const source = accountOf(kit)
  const { nativeCurrency } = chainOf(place.manifest)
  const transfer: Transfer = {
    ...{ networkId, from: source.address, to: place.manifest.accounts[accountIndex + 1]!.address },
    ...{ amount: 1_000_000_000n, token: nativeCurrency },
  }
  const transfers = await (await kit.chains.eip155!()).transfers!()
  const plan = await transfers.plan(transfer, createNetworkRequest(kit, { networkId }))
  if (!(await sendTransfer(kit, { plan, source }))) throw new Error(JSON.stringify(kit.store.get().send.attempt))
  await settled(kit)
}

async function swap(kit: Kit, { manifest }: Place): Promise<void> {
  const source = accountOf(kit)
  const { tokens, nativeCurrency } = chainOf(manifest)
  const from = tokens.find(({ symbol }) => symbol === 'USDC')!
  const entry = { networkId, source, from, to: nativeCurrency, amount: 5_000_000n } as const
  const query = quotesQuery(kit, { ...entry, user: source.address, slippageBps: 100 })
  const { quotes, why } = await queriesOf(kit).fetchQuery({ queryKey: query.queryKey, queryFn: query.queryFn })
  if (!quotes[0]) throw new Error(`no quote: ${JSON.stringify(why)}`)
  const hash = await executeSwap(kit, swapOrder(entry, quotes[0]))
  if (!hash) throw new Error(JSON.stringify(kit.store.get().swap.attempt))
  await settled(kit)
}

/** A session with a wallet on another device: link, request, response, disconnect. */
async function talkOverRelay(place: Place): Promise<void> {
  const relayUrl = place.config.relayUrls[0]!
  const client = createWcClient({
    ...{ relays: [{ url: relayUrl }], projectId: place.config.projectId ?? '' },
    metadata: () => ({ name: 'A site', description: '', url: 'http://localhost', icons: [] }),
    proposal: () => ({ eip155: { chains: [networkId], methods: ['personal_sign'], events: [] } }),
    ports: portsOf(place),
  })
  const { rpcUrl } = chainOf(place.manifest)
  const wallet = createWalletConnectWallet({ relayUrl, chains: [{ id: 31337, rpcUrl }], otherChains: [] })
  try {
    await client.propose({ signal: AbortSignal.timeout(60_000), onUri: (uri) => void wallet.pair(uri) })
    const params = ['0x68656c6c6f', await wallet.address(networkId)]
    await client.request({ chainId: networkId, method: 'personal_sign', params, signal: AbortSignal.timeout(60_000) })
    const left = wallet.next('ended')
    await client.disconnect()
    await left
  } finally {
    client.dispose()
    wallet.close()
  }
}

function accountOf(kit: Kit) {
  const account = connectedAccount(kit.store.get(), 'eip155')
  if (!account) throw new Error('no account is connected')
  return account
}
const chainOf = ({ chains }: DevnetManifest) => chains.find(({ id }) => id === 31337)!
/** The kit has seen all of its transactions in a block. */
const settled = (kit: Kit) =>
  until(kit, ({ transactions }) => transactions.every(({ status }) => status === 'confirmed'))

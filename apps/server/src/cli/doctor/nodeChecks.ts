import * as z from 'zod/mini'
import type { ServerChain } from '../../chains/serverChain.ts'
import { StartupError } from '../../process/startupError.ts'
import type { Check } from './check.ts'
import { unreachable } from './networkChecks.ts'

/** How old a head may be, by family: some chains take their time. */
const maxAgeSeconds: Record<string, number> = { eip155: 600, solana: 120, polkadot: 300, bip122: 14_400 }
const maxAheadSeconds = 60
/** The zero address: every chain knows it. */
const zeroAddress = '0x0000000000000000000000000000000000000000'

/** Each node of each chain: the right chain, a recent head, our clock beside it, and how far back its state goes. */
export const nodeChecks = (chains: readonly ServerChain[]): Check[] =>
  chains.flatMap((chain) =>
    chain.rpcUrls.map((url) => ({
      // Without the path: it may hold a key.
      name: `${chain.id} at ${new URL(url).host}`,
      run: (signal: AbortSignal) => readers[chain.namespace](chain, url, signal),
    })),
  )

const readers: Record<
  ServerChain['namespace'],
  (chain: ServerChain, url: string, signal: AbortSignal) => Promise<string>
> = {
  async eip155({ reference }, url, signal) {
    const call = rpcOf(url, signal)
    const id = Number.parseInt(z.parse(hex, await call('eth_chainId', [])), 16)
    if (String(id) !== reference) throw new StartupError(`It serves eip155:${id}: correct its setting.`)
    const head = z.parse(block, await call('eth_getBlockByNumber', ['latest', false]))
    const age = ageOf('eip155', Number.parseInt(head.timestamp, 16))
    const number = Number.parseInt(head.number, 16)
    const hasState = (at: number) =>
      call('eth_getBalance', [zeroAddress, `0x${Math.max(0, at).toString(16)}`]).then(
        () => true,
        () => false,
      )
    const [archive, day] = await Promise.all([hasState(1), hasState(number - 7_000)])
    const depth = archive ? 'archive' : day ? 'state of 7,000 blocks and more' : 'recent state only'
    return `block ${number}, ${age}, ${depth}`
  },
  async solana({ reference }, url, signal) {
    const call = rpcOf(url, signal)
    const genesis = z.parse(z.string(), await call('getGenesisHash', []))
    if (!genesis.startsWith(reference)) throw new StartupError('It serves another cluster: correct its setting.')
    const slot = z.parse(z.int(), await call('getSlot', [{ commitment: 'confirmed' }]))
    const time = z.parse(z.nullable(z.number()), await call('getBlockTime', [slot]).catch(() => null))
    const oldest = z.parse(z.int(), await call('getFirstAvailableBlock', []))
    return `slot ${slot}, ${time === null ? 'time unknown' : ageOf('solana', time)}, history of ${slot - oldest} slots`
  },
  async polkadot({ reference }, url, signal) {
    const call = rpcOf(url, signal)
    const genesis = z.parse(z.string(), await call('chain_getBlockHash', [0]))
    if (!genesis.slice(2).startsWith(reference)) throw new StartupError('It serves another chain: correct its setting.')
    const head = z.parse(z.object({ number: hex }), await call('chain_getHeader', []))
    return `block ${Number.parseInt(head.number, 16)}`
  },
  async bip122({ reference }, url, signal) {
    const text = async (path: string) => {
      const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, { signal }).catch((e: unknown) => {
        throw unreachable('Esplora', new URL(url).host, e)
      })
      if (!response.ok) throw new StartupError(`It returned ${response.status}: an Esplora API is needed here.`)
      return (await response.text()).trim()
    }
    const genesis = await text('/block-height/0')
    if (!genesis.startsWith(reference)) throw new StartupError('It serves another chain: correct its setting.')
    const tip = z.parse(
      z.object({ height: z.int(), timestamp: z.int() }),
      JSON.parse(await text(`/block/${await text('/blocks/tip/hash')}`)),
    )
    return `block ${tip.height}, ${ageOf('bip122', tip.timestamp)}`
  },
}

const hex = z.string().check(z.regex(/^0x[0-9a-f]+$/i))
const block = z.object({ number: hex, timestamp: hex })
const response = z.object({ result: z.optional(z.unknown()), error: z.optional(z.unknown()) })

/** Throws if the head is old, or in the future: then one of the two clocks is wrong. */
function ageOf(namespace: string, seconds: number): string {
  const age = Math.round(Date.now() / 1_000 - seconds)
  if (age < -maxAheadSeconds)
    throw new StartupError(
      `Its latest block is ${-age} seconds ahead of this machine’s clock: synchronize the clock (NTP).`,
    )
  if (age > maxAgeSeconds[namespace]!)
    throw new StartupError(`Its latest block is ${age} seconds old: the node is behind, or the chain stands still.`)
  return `${Math.max(0, age)} s old`
}

/** Calls of one node. Its errors are not repeated: some quote the address. */
function rpcOf(url: string, signal: AbortSignal) {
  return async (method: string, params: unknown[]): Promise<unknown> => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal,
    }).catch((e: unknown) => {
      throw unreachable('The node', new URL(url).host, e)
    })
    const { success, data } = z.safeParse(response, await reply.json().catch(() => undefined))
    if (!success) throw new StartupError(`It answered ${method} with ${reply.status} and no JSON-RPC.`)
    if (data.error !== undefined) throw new StartupError(`It rejected ${method}: check its key and what it offers.`)
    return data.result
  }
}

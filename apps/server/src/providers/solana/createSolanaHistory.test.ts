import { encodeBase58 } from '@billfold/protocol/base58'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ServerChain } from '../../chains/serverChain.ts'
import type { ChainRpc, RpcCall } from '../../rpc/createRpc.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { createSolanaHistory } from './createSolanaHistory.ts'

const owner = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY'
const chain = {
  id: 'solana:localnet',
  namespace: 'solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  tokens: [],
} as unknown as ServerChain
const signatureOf = (n: number) =>
  encodeBase58(Uint8Array.from({ length: 64 }, (_, at) => (at === 0 ? 200 : n >> (8 * (at % 4))) & 255))

type Done = { slot: number; accounts: readonly number[] }

/** A node with these transactions, the oldest first; account 0 is the owner, the others its token accounts. */
function nodeOf(done: readonly Done[], accounts: number): ChainRpc & { requests: RpcCall[] } {
  const requests: RpcCall[] = []
  const nameOf = (account: number) =>
    account === 0 ? owner : encodeBase58(Uint8Array.of(account, ...new Uint8Array(31).fill(9)))
  const names = done.map((_, at) => signatureOf(at))
  const answer = ({ method, params }: RpcCall): unknown => {
    const [what, options] = params as [string, { limit: number; before?: string }]
    if (method === 'getTokenAccountsByOwner') {
      const isFirst = JSON.stringify(params).includes('Tokenkeg')
      const value = Array.from({ length: accounts - 1 }, (_, at) => ({ pubkey: nameOf(at + 1) }))
      return { value: isFirst ? value : [] }
    }
    if (method === 'getTransaction') {
      const { slot } = done[names.indexOf(what)]!
      return {
        ...{ slot, blockTime: slot, transaction: { message: { accountKeys: [owner] } } },
        meta: { err: null, fee: 0, preBalances: [0], postBalances: [0] },
      }
    }
    // As nodes do it: what is below the transaction named, no matter who was part of that.
    const end = options.before === undefined ? done.length : names.indexOf(options.before)
    return done
      .map(({ slot, accounts }, at) => ({
        slot,
        signature: names[at]!,
        at,
        isOf: accounts.some((one) => nameOf(one) === what),
      }))
      .filter(({ at, isOf }) => isOf && at < end)
      .reverse()
      .slice(0, options.limit)
  }
  return {
    requests,
    batch: async (calls) => {
      requests.push(...calls)
      return calls.map((call) => ({ ok: true, result: answer(call) }))
    },
    forward: () => Promise.reject(new Error('not asked')),
    call: () => Promise.reject(new Error('not asked')),
  }
}

async function readAll(done: readonly Done[], accounts: number, limit: number) {
  const node = nodeOf(done, accounts)
  const source = createSolanaHistory({ rpc: () => node, namesOf: async () => new Map() })
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const page = await source.history({ chain, address: owner, cursor, limit }, new AbortController().signal)
    pages.push(page!.data.map(({ metadata }) => metadata.hash))
    cursor = page!.next ?? undefined
  } while (cursor !== undefined && pages.length < 200)
  return { pages, node }
}

it('has pages without gaps or duplicates, whichever accounts share a slot', async () => {
  const steps = fc.array(
    fc.record({ gap: fc.nat(2), accounts: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 }) }),
    { maxLength: 40 },
  )
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 7 }), async (all, limit) => {
      let slot = 1
      const done = all.map(({ gap, accounts }) => ({ slot: (slot += gap), accounts }))
      const { pages } = await readAll(done, 4, limit)
      const rows = pages.flat()
      expect(new Set(rows).size).toBe(rows.length)
      expect(new Set(rows)).toEqual(new Set(done.map((_, at) => signatureOf(at))))
      const slots = rows.map((name) => done[done.findIndex((_, at) => signatureOf(at) === name)]!.slot)
      expect(slots).toEqual([...slots].sort((a, b) => b - a))
    }),
    { numRuns: 60 },
  )
})

it('goes back as far as the node does, with no more requests than a page needs', async () => {
  const done = Array.from({ length: 2_500 }, (_, at) => ({ slot: at, accounts: [at % 5 === 0 ? 1 : 0] }))
  const { pages, node } = await readAll(done, 2, 50)
  expect(pages.flat()).toHaveLength(2_500)
  expect(pages.flat().at(-1)).toBe(signatureOf(0))
  const lists = node.requests.filter(({ method }) => method === 'getSignaturesForAddress')
  expect(lists.every(({ params }) => (params[1] as { limit: number }).limit === 100)).toBe(true)
})

it('omits a transaction of an unknown version, and fails if there are only such', async () => {
  const node = nodeOf(
    [1, 2, 3].map((slot) => ({ slot, accounts: [0] })),
    1,
  )
  const ask = (isRefused: (name: unknown) => boolean) => {
    const batch: ChainRpc['batch'] = async (calls) =>
      (await node.batch(calls)).map((outcome, at) =>
        calls[at]!.method === 'getTransaction' && isRefused(calls[at]!.params[0])
          ? { ok: false, error: new RpcError({ code: -32_015, message: 'Transaction version (1) is not supported' }) }
          : outcome,
      )
    const source = createSolanaHistory({ rpc: () => ({ ...node, batch }), namesOf: async () => new Map() })
    return source.history({ chain, address: owner, cursor: undefined, limit: 50 }, new AbortController().signal)
  }
  expect((await ask((name) => name === signatureOf(1)))?.data.map(({ metadata }) => metadata.hash)).toEqual([
    signatureOf(2),
    signatureOf(0),
  ])
  await expect(ask(() => true)).rejects.toMatchObject({ code: -32_015 })
})

it('handles a slot with more of its transactions than a page', async () => {
  const crowd = Array.from({ length: 300 }, () => ({ slot: 7, accounts: [0] }))
  const { pages } = await readAll([{ slot: 1, accounts: [0] }, ...crowd, { slot: 9, accounts: [0] }], 1, 50)
  expect(pages.flat()).toHaveLength(302)
})

it.each(['', 'x', signatureOf(1), `1:${signatureOf(1)}x`, '1:0OIl'])('rejects the cursor %j', async (cursor) => {
  const source = createSolanaHistory({ rpc: () => nodeOf([], 1), namesOf: async () => new Map() })
  expect(
    await source.history({ chain, address: owner, cursor, limit: 5 }, new AbortController().signal),
  ).toBeUndefined()
})

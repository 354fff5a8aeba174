import type { BitcoinBlock, BitcoinOutput, BitcoinTx } from './bcoin.ts'

/** A block's place in the chain. */
export type Place = { height: number; hash: string; time: number }

export type IndexedTx = {
  id: string
  tx: BitcoinTx
  /** The outputs that its inputs spend, in order; empty for a coinbase. */
  spent: readonly BitcoinOutput[]
  fee: number
  /** Absent while it is pending. */
  place?: Place
  /** The number of transactions before it: its position in lists. */
  order: number
}

export type TxIndex = ReturnType<typeof createTxIndex>

const scriptOf = ({ script }: BitcoinOutput) => script.toRaw().toString('hex')

/** Finds transactions by id, by the scripts that they pay or spend from, and by the outputs that they spend. */
export function createTxIndex() {
  const byId = new Map<string, IndexedTx>()
  const byScript = new Map<string, Set<string>>()
  const spenders = new Map<string, string>()
  let order = 0

  const scriptsOf = ({ tx, spent }: IndexedTx) => new Set([...tx.outputs, ...spent].map(scriptOf))

  function add(tx: BitcoinTx, place?: Place): void {
    const id = tx.txid()
    const inputs = tx.isCoinbase() ? [] : tx.inputs
    const spent = inputs.flatMap(({ prevout }) => byId.get(prevout.txid())?.tx.outputs[prevout.index] ?? [])
    const sum = (outputs: readonly BitcoinOutput[]) => outputs.reduce((all, { value }) => all + value, 0)
    const fee = tx.isCoinbase() ? 0 : sum(spent) - sum(tx.outputs)
    order += 1
    const entry: IndexedTx = { id, tx, spent, fee, order, ...(place ? { place } : {}) }
    byId.set(id, entry)
    for (const { prevout } of inputs) spenders.set(`${prevout.txid()}:${prevout.index}`, id)
    for (const script of scriptsOf(entry)) {
      const ids = byScript.get(script) ?? new Set()
      byScript.set(script, ids.add(id))
    }
  }

  function remove(id: string): void {
    const entry = byId.get(id)
    if (!entry) return
    byId.delete(id)
    for (const { prevout } of entry.tx.inputs) {
      const key = `${prevout.txid()}:${prevout.index}`
      if (spenders.get(key) === id) spenders.delete(key)
    }
    for (const script of scriptsOf(entry)) byScript.get(script)?.delete(id)
  }

  return {
    add,
    remove,
    addBlock({ txs }: BitcoinBlock, place: Place) {
      for (const tx of txs) {
        remove(tx.txid())
        add(tx, place)
      }
    },
    get: (id: string) => byId.get(id),
    /** The transaction that spends an output, even if it is pending. */
    spenderOf: (id: string, index: number) => byId.get(spenders.get(`${id}:${index}`) ?? ''),
    /** A script's transactions, newest first: pending ones before mined ones. */
    of(script: Uint8Array): IndexedTx[] {
      const ids = byScript.get(Buffer.from(script).toString('hex')) ?? []
      const heightOf = ({ place }: IndexedTx) => place?.height ?? Number.POSITIVE_INFINITY
      return [...ids]
        .flatMap((id) => byId.get(id) ?? [])
        .sort((a, b) => (heightOf(a) === heightOf(b) ? b.order - a.order : heightOf(b) - heightOf(a)))
    },
    waiting: () => [...byId.values()].filter(({ place }) => !place),
  }
}

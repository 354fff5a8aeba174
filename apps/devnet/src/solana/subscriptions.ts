import * as z from 'zod/mini'
import { RpcError } from '../rpcError.ts'
import { encodeAccount } from './encodeAccount.ts'
import type { Ledger } from './ledger.ts'
import { dataShape } from './methods/accountMethods.ts'
import { address, config, method, signature, sureness } from './methods/method.ts'
import { type Commitment, slotMs } from './slotClock.ts'
import type { TransactionRecord } from './transactionRecord.ts'

type Notify = (result: unknown) => void
/** One subscription: to transactions, slots, or both. */
type Listening = {
  onTransaction?: (record: TransactionRecord, changed: ReadonlySet<string>) => void
  onSlot?: (slot: number) => void
}
/** One listener, which lasts until `end` is called. */
type Begin = (params: readonly unknown[], notify: Notify, end: () => void) => Listening

type WhenSure = (slot: number, commitment: Commitment, run: () => void) => void

export type Subscriptions = ReturnType<typeof createSubscriptions>

/** Notifies of events as they happen: accounts, signatures, logs, slots. */
export function createSubscriptions(ledger: Ledger) {
  const all = new Map<number, Listening>()
  const later = new Set<{ slot: number; run: () => void }>()
  let lastId = 0
  let seen = ledger.clock.slot()
  let timer: NodeJS.Timeout | undefined

  const stopHearing = ledger.onTransaction((record, changed) => {
    for (const { onTransaction } of [...all.values()]) onTransaction?.(record, changed)
  })

  /** Runs only while there are slot subscribers. */
  function keepTime() {
    const isNeeded = later.size > 0 || [...all.values()].some(({ onSlot }) => onSlot)
    if (!isNeeded) {
      clearInterval(timer)
      timer = undefined
    } else if (!timer) {
      seen = ledger.clock.slot()
      timer = setInterval(tick, slotMs / 2)
    }
  }

  function tick() {
    const slot = ledger.clock.slot()
    // After a leap only the newest are sent, as by a node that was out of touch.
    for (let at = Math.max(seen + 1, slot - 10); at <= slot; at++)
      for (const { onSlot } of [...all.values()]) onSlot?.(at)
    seen = slot
    for (const one of [...later])
      if (ledger.isReached(one.slot, 'finalized')) {
        later.delete(one)
        one.run()
      }
    keepTime()
  }

  /** Runs at once if the commitment allows it, otherwise when the slot is final. */
  function whenSure(slot: number, commitment: Commitment, run: () => void) {
    if (ledger.isReached(slot, commitment)) return run()
    later.add({ slot, run })
    keepTime()
  }

  const kinds = subscriptionKinds(ledger, whenSure)

  const remove = (id: number): boolean => {
    const isKnown = all.delete(id)
    keepTime()
    return isKnown
  }

  return {
    /** Subscribes, by the name of the method (`accountSubscribe` is `account`). */
    add(kind: string, params: readonly unknown[], notify: Notify): number {
      const begin = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
      if (!begin) throw new RpcError(-32601, 'Method not found')
      const id = ++lastId
      all.set(
        id,
        begin(params, notify, () => remove(id)),
      )
      keepTime()
      return id
    },
    remove,
    count: () => all.size,
    close() {
      stopHearing()
      clearInterval(timer)
      all.clear()
      later.clear()
    },
  }
}

/** The subscriptions of each kind; `whenSure` runs a notification once its slot has the commitment. */
function subscriptionKinds(ledger: Ledger, whenSure: WhenSure): Readonly<Record<string, Begin>> {
  const context = () => ({ slot: ledger.clock.slot() })
  return {
    account: (params, notify) => {
      const [at, options] = read(z.tuple([address, config(dataShape)]), params)
      const how = options && { encoding: options.encoding, dataSlice: options.dataSlice ?? undefined }
      const tell = () => {
        const account = ledger.getAccount(at) ?? gone
        notify({ context: context(), value: encodeAccount(account, how, (mint) => ledger.mintOf(mint)?.decimals) })
      }
      return {
        onTransaction: ({ slot }, changed) => changed.has(at) && whenSure(slot, sureness(options), tell),
      }
    },
    signature: (params, notify, end) => {
      const [name, options] = read(
        z.tuple([signature, config({ enableReceivedNotification: z.optional(z.boolean()) })]),
        params,
      )
      const tell = ({ slot, err }: TransactionRecord) => {
        if (options?.enableReceivedNotification) notify({ context: context(), value: 'receivedSignature' })
        whenSure(slot, sureness(options), () => {
          notify({ context: context(), value: { err } })
          end()
        })
      }
      const known = ledger.transaction(name)
      if (known) setImmediate(tell, known)
      return { onTransaction: (record) => record.signature === name && tell(record) }
    },
    logs: (params, notify) => {
      const [wanted, options] = read(z.tuple([logsOf, config({})]), params)
      const mentioned = typeof wanted === 'string' ? undefined : wanted.mentions[0]
      return {
        onTransaction({ signature: name, slot, err, logs, accounts }) {
          if (mentioned !== undefined && !accounts.includes(mentioned)) return
          whenSure(slot, sureness(options), () => notify({ context: context(), value: { signature: name, err, logs } }))
        },
      }
    },
    slot: (params, notify) => {
      read(z.tuple([]), params)
      return {
        onSlot: (slot) => notify({ parent: slot - 1, root: Math.min(slot, ledger.clock.slot('finalized')), slot }),
      }
    },
    root: (params, notify) => {
      read(z.tuple([]), params)
      return { onSlot: () => notify(ledger.clock.slot('finalized')) }
    },
  }
}

const logsOf = z.union([z.enum(['all', 'allWithVotes']), z.object({ mentions: z.tuple([address]) })])
const gone = { lamports: 0, owner: '11111111111111111111111111111111', executable: false, data: new Uint8Array() }

/** Parsed parameters; throws the methods' own error. */
function read<T extends z.ZodMiniType>(schema: T, params: readonly unknown[]): z.infer<T> {
  return method(schema, (parsed) => parsed)(params) as z.infer<T>
}

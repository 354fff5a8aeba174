import { RelayError } from './relayError.ts'

export type Quota = ReturnType<typeof createQuota>

/** Bytes that one key has in the mailboxes, as far as this node knows. */
export type Account = {
  /** The last measurement, and the bytes added since. */
  known: number | undefined
  added: number
  /** The part of `added` that the last measurement may have missed. */
  underWay: number
  askedAt: number
  usedAt: number
  asking: Promise<void> | undefined
}

const newAccount: Account = {
  ...{ known: undefined, added: 0, underWay: 0 },
  ...{ askedAt: Number.NEGATIVE_INFINITY, usedAt: 0, asking: undefined },
}
/** Accounts visited to evict one: what is in flight has its own limits. */
const maxVisited = 100

type Options = {
  /** Bytes that one key may have in the mailboxes. */
  limit: number
  /** Measures the key's bytes in the database. */
  measure: (key: string) => Promise<number>
  /** Bytes that are accepted from a new key before the database is queried. */
  unmeasuredBytes: number
  /** The error message when the quota is full. */
  sentence: string
  now?: () => number
  /** How many keys are remembered. */
  size?: number
}

/** How long a rejection holds before the database is measured again. */
const refusalMs = 200
const forgetMs = 3_600_000
/** About twelve megabytes; an evicted key is measured again. */
const usualSize = 50_000

/**
 * Limits how much of the mailboxes one address, publisher or topic may fill. Only the database knows the total, which
 * other nodes add to as well; querying it for each message would cost more than the message. So it is queried after
 * every eighth of the limit, and when the limit is reached.
 */
export function createQuota({
  limit,
  measure,
  unmeasuredBytes,
  sentence,
  now = () => performance.now(),
  size = usualSize,
}: Options) {
  const accounts = new Map<string, Account>()
  // The time of the last idle check: idleness is measured in hours, so the clock is not read for every message.
  let lately = now()

  function accountOf(key: string): Account {
    const known = accounts.get(key)
    const account = known ?? { ...newAccount }
    account.usedAt = lately
    // The latest is last. A key with bytes in flight stays: otherwise its count would start over.
    if (known) accounts.delete(key)
    accounts.set(key, account)
    if (accounts.size > size) forgetOldest()
    return account
  }

  function forgetOldest(): void {
    let looked = 0
    for (const [key, { underWay }] of accounts) {
      if (underWay === 0) return void accounts.delete(key)
      if (++looked === maxVisited) return
    }
  }

  const isOver = ({ known = 0, added }: Account) => known + added > limit

  async function ask(key: string, account: Account): Promise<void> {
    account.askedAt = now()
    const { added, underWay } = account
    try {
      account.known = await measure(key)
      // Bytes in flight during the query may be counted twice until the next one, but are never missed.
      account.added += underWay - added
    } finally {
      account.asking = undefined
    }
  }

  async function makeSure(key: string, account: Account, bytes: number): Promise<Account> {
    try {
      const isFresh = account.known !== undefined && now() - account.askedAt < refusalMs
      if (!(isOver(account) && isFresh)) await (account.asking ??= ask(key, account))
      if (!isOver(account)) return account
      throw new RelayError('mailbox_full', sentence)
    } catch (e) {
      settle(account, bytes, false)
      throw e
    }
  }

  /** Marks taken bytes as stored, or returns them. */
  function settle(account: Account, bytes: number, isStored: boolean): void {
    account.underWay -= bytes
    if (!isStored) account.added -= bytes
  }

  return {
    /**
     * Takes bytes. Returns at once, without a promise, if they are known to fit; rejects, and takes nothing, if they do
     * not.
     */
    take(key: string, bytes: number): Account | Promise<Account> {
      const account = accountOf(key)
      account.added += bytes
      account.underWay += bytes
      const isKnown = account.added <= (account.known === undefined ? unmeasuredBytes : limit / 8)
      return isKnown && !isOver(account) ? account : makeSure(key, account, bytes)
    },
    settle,
    /** Deletes keys idle for an hour: they are measured when they return. */
    forgetIdle(): void {
      lately = now()
      for (const [key, { usedAt, underWay }] of accounts)
        if (underWay === 0 && lately - usedAt > forgetMs) accounts.delete(key)
    },
    size: () => accounts.size,
  }
}

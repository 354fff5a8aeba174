import { RelayError } from './relayError.ts'

export type Quota = ReturnType<typeof createQuota>

/** What one has in the mailboxes, as far as this node knows. */
export type Account = {
  /** What the database said, and what came since. */
  known: number | undefined
  added: number
  /** The part of `added` that the database may not have seen yet. */
  underWay: number
  askedAt: number
  usedAt: number
  asking: Promise<void> | undefined
}

const newAccount: Account = {
  ...{ known: undefined, added: 0, underWay: 0 },
  ...{ askedAt: Number.NEGATIVE_INFINITY, usedAt: 0, asking: undefined },
}
/** Accounts looked at for one to forget: what is under way has limits of its own. */
const mostLooked = 100

type Options = {
  /** The most bytes that one may have in the mailboxes. */
  limit: number
  /** Asks the database how many they are. */
  measure: (key: string) => Promise<number>
  /** How many bytes of a new client are accepted before the database is queried. */
  unmeasuredBytes: number
  /** What is said when there is no more room. */
  sentence: string
  now?: () => number
  /** How many are remembered. */
  size?: number
}

/** A refusal stands for so long; then the database is asked again whether there is room. */
const refusalMs = 200
const forgetMs = 3_600_000
/** About twelve megabytes; one that is forgotten is asked about again. */
const usualSize = 50_000

/**
 * How much of the mailboxes one address, publisher or topic may fill. What is there is known to the database alone, which other nodes write to as
 * well; asking it for each message would cost more than the message. So it is asked after every eighth of the limit, and when it is reached.
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
  // As of the last look for idle ones: who was here when matters to the hour, and the clock is read for every message.
  let lately = now()

  function accountOf(key: string): Account {
    const known = accounts.get(key)
    const account = known ?? { ...newAccount }
    account.usedAt = lately
    // The latest stands last. One with something under way stays: its count would start over.
    if (known) accounts.delete(key)
    accounts.set(key, account)
    if (accounts.size > size) forgetOldest()
    return account
  }

  function forgetOldest(): void {
    let looked = 0
    for (const [key, { underWay }] of accounts) {
      if (underWay === 0) return void accounts.delete(key)
      if (++looked === mostLooked) return
    }
  }

  const isOver = ({ known = 0, added }: Account) => known + added > limit

  async function ask(key: string, account: Account): Promise<void> {
    account.askedAt = now()
    const { added, underWay } = account
    try {
      account.known = await measure(key)
      // What was under way as we asked may be counted twice until we ask again, and is never forgotten.
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

  /** What was taken is stored now; or it is not, and its room is free. */
  function settle(account: Account, bytes: number, isStored: boolean): void {
    account.underWay -= bytes
    if (!isStored) account.added -= bytes
  }

  return {
    /** Takes room. Resolves at once, without a promise, where it is known that there is some; rejects, and takes nothing, where there is none. */
    take(key: string, bytes: number): Account | Promise<Account> {
      const account = accountOf(key)
      account.added += bytes
      account.underWay += bytes
      const isKnown = account.added <= (account.known === undefined ? unmeasuredBytes : limit / 8)
      return isKnown && !isOver(account) ? account : makeSure(key, account, bytes)
    },
    settle,
    /** Forgets who has not come for an hour: they are asked about when they do. */
    forgetIdle(): void {
      lately = now()
      for (const [key, { usedAt, underWay }] of accounts)
        if (underWay === 0 && lately - usedAt > forgetMs) accounts.delete(key)
    },
    size: () => accounts.size,
  }
}

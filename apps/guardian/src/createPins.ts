import { createHash } from 'node:crypto'
import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import { walletIdOf } from '@billfold/protocol/embedded/walletStatement'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url } from '@billfold/protocol/wc/base64'
import { newSecret } from './newSecret.ts'

const hourMs = 3_600_000
/** How long the previous address may undo a change that the wallet signed, as at the API. */
const undoMs = 72 * hourMs
/** How long a person stays out after the wallet's own one rejected them. */
const rejectionMs = 30 * 24 * hourMs
const maxPrevious = 5

export type Person = { identity: string; email?: string | undefined }
type Previous = Person & { until: number; undo: string }
/** The person of a wallet, by the guardian's own knowledge. */
export type Pin = Person & {
  /** The wallet's public key for statements; absent until the wallet signed one. */
  key?: string | undefined
  policy?: RecoveryPolicy | undefined
  /** The language of their wallet: emails to them are in it. */
  language?: string | undefined
  /** When the guardian first knew the wallet. */
  since: number
  /** The person has more than one wallet here, and opened this one after a warning. */
  isAccepted?: boolean | undefined
  previous: Previous[]
  rejected: { identity: string; until: number }[]
}
/** `previous`: until a change can no longer be undone. `second`: the person is known by another wallet, too. */
export type Standing = 'unknown' | 'own' | 'second' | 'previous' | 'other' | 'rejected'
export type Registration = Person & {
  walletId: string
  policy: RecoveryPolicy
  key: string
  language?: string | undefined
}
/** A change of address, for the email to the previous one. */
export type Move = { from: string; to: string | undefined; undo: string; language: string | undefined }

/** A wallet as the guardian stores it: without its ID. */
export const nameOf = (walletId: string): string => createHash('sha256').update(walletId).digest('base64url')

/** Pins each wallet to a person. Anyone else's recovery is delayed, and the pinned person can cancel it. */
export function createPins(now: () => number, stored: readonly [string, Pin][] = [], maxPins = 1_000_000) {
  const pins = new Map(stored)
  const undos = new Map<string, string>()
  /** How many wallets each person is known by. An API could make one for them, before or after they make their own. */
  const counts = new Map<string, number>()
  const count = (identity: string, by: number) => counts.set(identity, (counts.get(identity) ?? 0) + by)
  for (const [name, { previous, identity }] of pins) {
    for (const { undo } of previous) undos.set(undo, name)
    count(identity, 1)
  }

  const isSecond = (identity: string, pin: Pin | undefined) =>
    (counts.get(identity) ?? 0) > (pin?.identity === identity ? 1 : 0) && !pin?.isAccepted
  const isOpen = ({ until }: { until: number }) => until > now()
  const indexOf = (pin: Pin, undo: string) => pin.previous.findIndex((each) => each.undo === undo && isOpen(each))
  function save(name: string, pin: Pin): void {
    const before = pins.get(name)
    for (const { undo } of before?.previous ?? []) undos.delete(undo)
    if (before?.identity !== pin.identity) {
      count(pin.identity, 1)
      if (before) count(before.identity, -1)
    }
    const previous = pin.previous.filter(isOpen).slice(-maxPrevious)
    for (const { undo } of previous) undos.set(undo, name)
    pins.set(name, { ...pin, previous, rejected: pin.rejected.filter(isOpen).slice(-maxPrevious) })
  }
  function add(name: string, pin: Omit<Pin, 'since' | 'previous' | 'rejected'>): boolean {
    if (pins.size >= maxPins) return false
    save(name, { ...pin, since: now(), previous: [], rejected: [] })
    return true
  }
  const standing = (walletId: string, identity: string): Standing => {
    const pin = pins.get(nameOf(walletId))
    if (!pin || pin.identity === identity) return isSecond(identity, pin) ? 'second' : pin ? 'own' : 'unknown'
    if (pin.rejected.some((each) => each.identity === identity && isOpen(each))) return 'rejected'
    return pin.previous.some((each) => each.identity === identity && isOpen(each)) ? 'previous' : 'other'
  }
  /** Returns to an earlier person, and rejects the later ones unless the wallet itself returned. */
  function goBack(name: string, pin: Pin, index: number, isRejecting: boolean): void {
    const { identity, email } = pin.previous[index]!
    const later = isRejecting ? [pin, ...pin.previous.slice(index + 1)] : []
    const rejected = later.map((each) => ({ identity: each.identity, until: now() + rejectionMs }))
    save(name, {
      ...pin,
      ...{ identity, email, previous: pin.previous.slice(0, index) },
      rejected: [...pin.rejected.filter((each) => each.identity !== identity), ...rejected],
    })
  }

  return {
    standing,
    find: (walletId: string): Pin | undefined => pins.get(nameOf(walletId)),
    /**
     * Takes the word of the wallet, whose signature the caller has verified. Another person becomes the wallet's at once, but only after
     * the email to the previous one is sent.
     */
    async register({ walletId, ...given }: Registration, warn: (move: Move) => Promise<void>): Promise<void> {
      const name = nameOf(walletId)
      if (walletIdOf(decodeBase64Url(given.key)) !== walletId) throw new KitError('unauthorized')
      const pin = pins.get(name)
      if (!pin) {
        if (!add(name, given))
          throw new KitError('unavailable', { message: 'This guardian has no room for more wallets.' })
        return
      }
      // A pin without a key came with a recovery: the wallet's own word outranks it.
      if (pin.key === undefined) return save(name, { ...given, since: pin.since, previous: [], rejected: [] })
      const next = { ...pin, ...given, language: given.language ?? pin.language }
      // The address belongs to the identity: a statement that leaves it out takes no one's warnings away.
      if (pin.identity === given.identity) return save(name, { ...next, email: given.email ?? pin.email })
      const at = standing(walletId, given.identity)
      const back = pin.previous.findIndex((each) => each.identity === given.identity && isOpen(each))
      if (back >= 0) return goBack(name, { ...pin, key: given.key, policy: given.policy }, back, false)
      // Without an address, no one could object.
      if (at === 'rejected' || pin.email === undefined) throw new KitError('account_mismatch')
      const undo = newSecret()
      await warn({ from: pin.email, to: given.email, undo, language: pin.language })
      // Of two changes at once, one counts.
      if (pins.get(name) !== pin) throw new KitError('unavailable')
      const { identity, email } = pin
      save(name, { ...next, previous: [...pin.previous, { identity, email, until: now() + undoMs, undo }] })
    },
    /** After the person proved who they are and, where they are not the pinned one, waited. */
    settle(walletId: string, person: Person): void {
      const name = nameOf(walletId)
      const pin = pins.get(name)
      const isAccepted = isSecond(person.identity, pin)
      if (!pin) add(name, { ...person, ...(isAccepted && { isAccepted }) })
      else if (pin.identity === person.identity && isAccepted) save(name, { ...pin, isAccepted })
      if (!pin || pin.identity === person.identity) return
      const back = pin.previous.findIndex((each) => each.identity === person.identity && isOpen(each))
      if (back >= 0) goBack(name, pin, back, false)
      else save(name, { ...pin, ...person, previous: [] })
    },
    reject(walletId: string, identity: string): void {
      const name = nameOf(walletId)
      const pin = pins.get(name)
      if (pin && pin.identity !== identity)
        save(name, { ...pin, rejected: [...pin.rejected, { identity, until: now() + rejectionMs }] })
    },
    /** For the page behind the email's link; undefined if it expired or was used. */
    findUndo(undo: string): { email: string | undefined; current: string | undefined } | undefined {
      const pin = pins.get(undos.get(undo) ?? '')
      const previous = pin?.previous[indexOf(pin, undo)]
      return previous && { email: previous.email, current: pin!.email }
    },
    undo(undo: string): boolean {
      const name = undos.get(undo) ?? ''
      const pin = pins.get(name)
      const index = pin ? indexOf(pin, undo) : -1
      if (!pin || index < 0) return false
      goBack(name, pin, index, true)
      return true
    },
    list: (): [string, Pin][] => [...pins],
  }
}
export type Pins = ReturnType<typeof createPins>

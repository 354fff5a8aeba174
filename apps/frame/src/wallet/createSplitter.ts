import type { Output } from '@billfold/protocol/contract'
import type { embeddedApi, RecoveryKey, ShareSet, SignedChange } from '@billfold/protocol/embedded/embeddedApi'
import { type RecoveryPolicy, strictest } from '@billfold/protocol/embedded/recoveryPolicy'
import type { WalletChange } from '@billfold/protocol/embedded/walletChange'
import { KitError } from '@billfold/protocol/error'
import type { WalletKeys } from '../vault/deriveWallet.ts'
import { charterFor, lastCharter } from './charters.ts'
import type { GuardianClient, Holder } from './createHolder.ts'
import { isAddressOf, type Session, type SessionDeps } from './createSession.ts'
import { type DeviceRecord, withSent, withShare } from './deviceStore.ts'
import { provenCodes, provenKeys } from './recoveryKeys.ts'
import { makeShareSet } from './shareSets.ts'
import { signChange } from './signChange.ts'

export type ShareDeps = SessionDeps & { session: Session; guardian: GuardianClient; holder: Holder }
type Sets = readonly Pick<
  Output<typeof embeddedApi, 'readRecoveries'>['sets'][number],
  'generation' | 'recoveries' | 'charter'
>[]
type DeviceShare = { walletId: string; deviceId: string; evmAddress: string; solanaAddress: string }
export type Joined = { entropy: Uint8Array; keys: WalletKeys; device: DeviceRecord; share: DeviceShare; sets: Sets }

/** A change of a wallet's shares; the charter decides whatever it leaves out. */
export type Change = {
  /** The person that recovery is for: proven here, or to the guardian. */
  identity?: string
  /** Their address, if the identity is one. */
  email?: string
  /** Exactly this policy: the person chose it on a screen of the frame. */
  policy?: RecoveryPolicy
  /** Derives the new recovery keys from those that the wallet has accepted. */
  keys?(proven: RecoveryKey[], whole: { entropy: Uint8Array; evmAddress: string }): RecoveryKey[]
  /** The letters of the device to add. */
  pairing?: string
  replacesCode?: boolean
  /** Public keys that stop recovering the wallet, on every device; earlier codes if there is a new one. */
  removes?: readonly string[]
  /** Sends the set to the server by a different call. */
  send?(shares: ShareSet, change: SignedChange): Promise<unknown>
  /** Makes new shares only if the charter has changed since this device's. */
  isFollowUp?: boolean
}

/** Limit for a server's generation above the device's own: beyond it, the server invented it. */
const maxGenerationsAhead = 1000
/** A charter remembers this many removed keys, the latest. */
const maxRemovedKeys = 50

/** Splits a wallet into new shares and stores them. The charter names the person and the policy; the wallet's key signs the rest. */
export function createSplitter({ settings, store, session, guardian, holder }: ShareDeps) {
  const { projectId } = settings

  /**
   * Reads the guardian's key from the guardian itself; no key if it does not respond. `isExcluded` if the policy excludes the guardian, or it
   * could not log this person in.
   */
  const findGuardianKey = async ({
    policy,
    identity,
    provider,
  }: {
    policy: RecoveryPolicy
    identity: string | null
    provider: DeviceRecord['provider']
  }): Promise<{ keys: RecoveryKey[]; isExcluded: boolean }> => {
    // Never encrypt to an excluded guardian, no matter who lists its key; nor can it log a passkey's person in.
    if (policy === 'strict' || provider === 'passkey' || identity === null) return { keys: [], isExcluded: true }
    try {
      const { publicKey, socials = [] } = await guardian.readKey({})
      const isExcluded = provider !== undefined && !socials.includes(provider)
      return { keys: isExcluded ? [] : [{ kind: 'guardian', publicKey }], isExcluded }
    } catch {
      // The set is encrypted to the other keys alone; `storeSet` rejects a set without any.
      return { keys: [], isExcluded: false }
    }
  }

  /** Sends a set's other shares to the server. Writes the device's own share before, and makes it the current one after. */
  const storeSet = async (
    device: DeviceRecord,
    made: Awaited<ReturnType<typeof makeShareSet>>,
    send: (shares: ShareSet) => Promise<unknown>,
  ): Promise<void> => {
    const { charter, recoveries } = made.set
    if (recoveries.length === 0)
      throw charter.policy === 'strict' || charter.identity === null
        ? new KitError('invalid_request', { message: 'Make a recovery code or add a passkey first' })
        : new KitError('unavailable', { message: 'The recovery service did not respond. Try again in a moment' })
    const sent = withSent(device, made.kept)
    await store.writeDevice(sent)
    await send(made.set)
    await store.writeDevice({ ...withShare(sent, made.kept), charter })
    holder.unprepare()
  }

  /** Splits a whole wallet again for this device, under the current charter, or the next one if the change needs it. */
  const split = async (
    { entropy, keys, device, share, sets }: Joined,
    count: number,
    change: Change,
  ): Promise<void> => {
    const { walletId, deviceId } = share
    const last = lastCharter(entropy, walletId, [device.charter, ...sets.map(({ charter }) => charter)])
    // Every wallet has a charter: if there is none, the server left it out.
    if (!last) throw new KitError('account_mismatch')
    const removes = change.removes ?? (change.replacesCode ? provenCodes(entropy, sets) : [])
    const removed = [...new Set([...(last.removed ?? []), ...removes])].slice(-maxRemovedKeys)
    const proven = provenKeys(entropy, sets, removed)
    const ways = change.keys?.(proven, { entropy, evmAddress: share.evmAddress }) ?? proven
    const identity = change.identity ?? last.identity
    const policy = change.policy ?? tightened(last.policy, settings.policy, ways)
    const charter = charterFor(entropy, walletId, last, { identity, policy, removed })
    if (change.isFollowUp && device.share?.charter.sequence === charter.sequence) return
    const generation = 1 + Math.max(0, ...sets.map((set) => set.generation))
    if (device.share && generation > device.share.generation + maxGenerationsAhead)
      throw new KitError('account_mismatch')
    const guardianKeys = (await findGuardianKey({ policy, identity, provider: device.provider })).keys
    const of = { ...share, generation, charter, pairing: change.pairing }
    const made = await makeShareSet(entropy, device.keys, of, [...guardianKeys, ...ways])
    const { send, replacesCode = false } = change
    await storeSet(device, made, (shares) => {
      const by: WalletChange = send
        ? { action: 'changeEmail', deviceId, shares }
        : { action: 'enroll', deviceId, shares, replacesCode }
      const signed = signChange(keys, walletId, count, by)
      return (
        send?.(shares, signed) ??
        session.ask((client) => client.enrolDevice({ projectId, shares, replacesCode, change: signed }))
      )
    })
    if (!device.provider && identity && identity !== device.identity) await moveTo(identity, change.email)
  }

  /** Moves this device's records to the person's new address, which the wallet has confirmed. */
  const moveTo = async (identity: string, email: string | undefined): Promise<void> => {
    const { session: record, device } = await session.read()
    const { claim, ...kept } = record
    const address = [email, claim?.email, record.email].find((each) => each && isAddressOf(each, identity)) ?? null
    await store.writeDevice({ ...device, identity })
    await store.writeSession({ ...kept, identity, email: address })
    await store.removeDevice(record.identity)
  }

  return { findGuardianKey, storeSet, split }
}

/** A project may tighten a wallet's policy, but to `strict` only if it can be recovered without the guardian. */
function tightened(policy: RecoveryPolicy, demanded: RecoveryPolicy, ways: readonly RecoveryKey[]): RecoveryPolicy {
  const wanted = strictest(policy, demanded)
  const hasWay = ways.some(({ kind }) => kind === 'code' || kind === 'passkey')
  return wanted === 'strict' && !hasWay ? policy : wanted
}

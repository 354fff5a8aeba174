import type { Output } from '@billfold/protocol/contract'
import type { embeddedApi, RecoveryKey, ShareSet, SignedChange } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { type RecoveryPolicy, strictest } from '@billfold/protocol/embedded/recoveryPolicy'
import { changeDigest, type WalletChange } from '@billfold/protocol/embedded/walletChange'
import { type StatementKeys, statementKeysOf } from '@billfold/protocol/embedded/walletStatement'
import { KitError } from '@billfold/protocol/error'
import { signHash, writeSignature } from '../evm/signHash.ts'
import type { WalletKeys } from '../vault/deriveWallet.ts'
import { newRecoveryCode } from '../vault/recoveryCode.ts'
import { charterFor, lastCharter } from './charters.ts'
import type { GuardianClient, Holder } from './createHolder.ts'
import { createRegistration } from './createRegistration.ts'
import { isAddressOf, type Session, type SessionDeps } from './createSession.ts'
import { deviceCodeOf, pairingOf, readDeviceCode } from './deviceCode.ts'
import { type DeviceRecord, type KeptShare, withSent, withShare } from './deviceStore.ts'
import { codeKey, passkeyKey, provenCodes, provenKeys } from './recoveryKeys.ts'
import { withProof } from './recoveryProof.ts'
import { makeShareSet } from './shareSets.ts'

type ChangeDeps = SessionDeps & { session: Session; guardian: GuardianClient; holder: Holder }
type Sets = readonly Pick<
  Output<typeof embeddedApi, 'readRecoveries'>['sets'][number],
  'generation' | 'recoveries' | 'charter'
>[]
type Place = { walletId: string; deviceId: string; evmAddress: string; solanaAddress: string }
type Joined = { entropy: Uint8Array; keys: WalletKeys; device: DeviceRecord; place: Place; sets: Sets }

/** What is to be different about a wallet's new shares; what is not named stays as the wallet's charter says. */
export type Change = {
  /** The person that recovery is for: proven here, or before the guardian. */
  identity?: string
  /** Their address, where the identity is one. */
  email?: string
  /** Exactly this policy: the person has decided, on a screen of the frame. */
  policy?: RecoveryPolicy
  /** The recovery keys, from those that the wallet has taken so far. */
  keys?(proven: RecoveryKey[], whole: { entropy: Uint8Array; evmAddress: string }): RecoveryKey[]
  /** The letters of the device that is let in. */
  pairing?: string
  replacesCode?: boolean
  /** The public keys that are not to lead back any more, from whichever device; earlier codes where there is a new one. */
  removes?: readonly string[]
  /** Hands the set to the server in another way. */
  give?(shares: ShareSet, change: SignedChange): Promise<unknown>
  /** Makes new shares only if the charter is not the one that this device's were made under. */
  isFollowUp?: boolean
}

/** How far a server's generations may be ahead of the device's own: beyond that they were made up. */
const mostAhead = 1000
/** How many removed keys a charter remembers, the latest. */
const mostRemoved = 50

/** Changes of a wallet's shares. The wallet's own charter names the person and the policy; the wallet's key signs what the server is to keep. */
export function createChanges({ settings, store, session, guardian, holder, now, lock }: ChangeDeps) {
  const { projectId } = settings
  const registration = createRegistration({ settings, store, session, guardian, now })
  /** One at a time over all tabs: each is signed for the wallet as the one before left it. */
  const alone = <T>(run: () => Promise<T>) => lock('billfold-shares', run)
  const readRecoveries = () => session.ask((client) => client.readRecoveries({ projectId }))

  /** The guardian's key, from the guardian itself; none where it does not respond. `isOut` where it is not to help, or could not ask this person who they are. */
  const askGuardian = async (
    policy: RecoveryPolicy,
    identity: string | null,
    provider: DeviceRecord['provider'],
  ): Promise<{ keys: RecoveryKey[]; isOut: boolean }> => {
    // Nothing is sealed to it where it shall not help, whatever anyone lists; and it has nothing to ask a passkey's person by.
    if (policy === 'strict' || provider === 'passkey' || identity === null) return { keys: [], isOut: true }
    try {
      const { publicKey, socials = [] } = await guardian.readKey({})
      const isOut = provider !== undefined && !socials.includes(provider)
      return { keys: isOut ? [] : [{ kind: 'guardian', publicKey }], isOut }
    } catch {
      // Without it a set is sealed to the other keys alone; whether there are any is asked where it is made.
      return { keys: [], isOut: false }
    }
  }

  /** A set's other shares handed to the server. The device's own is written before, and becomes the device's share after. */
  const hand = async (
    device: DeviceRecord,
    made: Awaited<ReturnType<typeof makeShareSet>>,
    give: (shares: ShareSet) => Promise<unknown>,
  ): Promise<void> => {
    const { charter, recoveries } = made.set
    if (recoveries.length === 0)
      throw charter.policy === 'strict' || charter.identity === null
        ? new KitError('invalid_request', { message: 'Make a recovery code or add a passkey first' })
        : new KitError('unavailable', { message: 'The recovery service did not respond. Try again in a moment' })
    const sent = withSent(device, made.kept)
    await store.writeDevice(sent)
    await give(made.set)
    await store.writeDevice({ ...withShare(sent, made.kept), charter })
    holder.unprepare()
  }

  /** New shares of a whole wallet for this device, under the charter that is in force now, or one more where it changes. */
  const split = async (
    { entropy, keys, device, place, sets }: Joined,
    count: number,
    change: Change,
  ): Promise<void> => {
    const { walletId, deviceId } = place
    const last = lastCharter(entropy, walletId, [device.charter, ...sets.map(({ charter }) => charter)])
    // Every wallet has a charter: a server that has none left it out.
    if (!last) throw new KitError('account_mismatch')
    const removes = change.removes ?? (change.replacesCode ? provenCodes(entropy, sets) : [])
    const removed = [...new Set([...(last.removed ?? []), ...removes])].slice(-mostRemoved)
    const proven = provenKeys(entropy, sets, removed)
    const ways = change.keys?.(proven, { entropy, evmAddress: place.evmAddress }) ?? proven
    const identity = change.identity ?? last.identity
    const policy = change.policy ?? tightened(last.policy, settings.policy, ways)
    const charter = charterFor(entropy, walletId, last, { identity, policy, removed })
    if (change.isFollowUp && device.share?.charter.sequence === charter.sequence) return
    const generation = 1 + Math.max(0, ...sets.map((set) => set.generation))
    if (device.share && generation > device.share.generation + mostAhead) throw new KitError('account_mismatch')
    const guardianKeys = (await askGuardian(policy, identity, device.provider)).keys
    const of = { ...place, generation, charter, pairing: change.pairing }
    const made = await makeShareSet(entropy, device.keys, of, [...guardianKeys, ...ways])
    const { give, replacesCode = false } = change
    await hand(device, made, (shares) => {
      const by: WalletChange = give
        ? { action: 'changeEmail', deviceId, shares }
        : { action: 'enroll', deviceId, shares, replacesCode }
      const signed = signChange(keys, walletId, count, by)
      return (
        give?.(shares, signed) ??
        session.ask((client) => client.enrolDevice({ projectId, shares, replacesCode, change: signed }))
      )
    })
    if (!device.provider && identity && identity !== device.identity) await moveTo(identity, change.email)
  }

  /** The person's address is another one, and the wallet says so: they are known by it here, too. */
  const moveTo = async (identity: string, email: string | undefined): Promise<void> => {
    const { session: record, device } = await session.read()
    const { claim, ...kept } = record
    const address = [email, claim?.email, record.email].find((each) => each && isAddressOf(each, identity)) ?? null
    await store.writeDevice({ ...device, identity })
    await store.writeSession({ ...kept, identity, email: address })
    await store.removeDevice(record.identity)
  }

  /** New shares for this device, which has some. */
  const change = (what: Change): Promise<void> =>
    alone(() =>
      holder.withWhole(async ({ entropy, keys, share, device }) => {
        const { sets, changeCount } = await readRecoveries()
        await split({ entropy, keys, device, place: share, sets: [...sets, share] }, changeCount, what)
      }),
    )

  const register = async (keys: StatementKeys): Promise<void> => {
    const { share } = (await session.read()).device
    const publicKey = share && (await registration.register(keys, share))
    if (!share || publicKey === undefined) return
    const isOutdated = share.recoveries.some(({ key }) => key.kind === 'guardian' && key.publicKey !== publicKey)
    if (isOutdated) await change({})
  }

  /**
   * Takes over what the wallet has decided on another device (another address, another policy), and what this project demands beyond it. Once
   * a day the guardian learns that the wallet is in use, and whose it is; shares for its previous key are made again.
   */
  const followUp = async (): Promise<void> => {
    try {
      const { session: record, device } = await session.read()
      const { share } = device
      if (!share) return
      const { policy, sequence } = device.charter ?? share.charter
      const isBehind = holder.charterSequence() > sequence || record.claim !== undefined
      if (isBehind || strictest(policy, settings.policy) !== policy) await change({ isFollowUp: true })
      const current = (await session.read()).device.share
      if (current && (await registration.isDue(current))) await register(await holder.lendEntropy(statementKeysOf))
    } catch {
      // Nothing depends on it now: it is tried again the next time that the wallet is used.
    }
  }

  return {
    askGuardian,
    hand,
    change,
    followUp,
    findTicket: registration.findTicket,
    /** Tells the guardian of a wallet that is whole just now; a failure is made up for later. Wipes the pair's private half. */
    announce: (keys: StatementKeys): void => void register(keys).catch(() => {}),
    /** The first shares of this device, of a wallet that was recovered on it. */
    join: (joined: Joined, what: Change): Promise<void> =>
      alone(async () => {
        const { sets, changeCount } = await readRecoveries()
        await split({ ...joined, sets: [...sets, ...joined.sets] }, changeCount, what)
      }),
    async listRecoveries() {
      const { device } = await session.read()
      return (device.share?.recoveries ?? [])
        .filter(({ key }) => key.kind !== 'device')
        .map(({ key }) => ({
          kind: key.kind,
          label: key.label ?? null,
          credentialId: key.credentialId ?? null,
        }))
    },
    async newRecoveryCode() {
      const code = newRecoveryCode()
      await change({
        keys: (proven, whole) => [...proven.filter(({ kind }) => kind !== 'code'), codeKey(whole, code)],
        replacesCode: true,
      })
      const { device } = await session.read()
      await store.writeDevice({ ...device, others: device.others?.map(withoutCode) })
      return code
    },
    /** Lets in the one device that shows this code: the server lists keys, and only the code says which of them is the person's. */
    async approveDevice({ code }: { code: string }) {
      const { devices } = await session.ask((client) => client.listDevices({ projectId }))
      const typed = readDeviceCode(code)
      const pairing = pairingOf(typed)
      const publicKey = devices
        .flatMap(({ sealKey = [] }) => sealKey)
        .find((key) => deviceCodeOf(key, pairing) === typed)
      if (publicKey === undefined) throw new KitError('sign_in_unproven')
      await change({
        keys: (proven, { entropy }) => [...proven, withProof(entropy, { kind: 'device', publicKey })],
        pairing,
      })
    },
    addPasskey: ({ credentialId, prf, label }: { credentialId: string; prf: Uint8Array; label: string }) =>
      change({
        keys: (proven, whole) => [
          ...proven.filter((key) => key.credentialId !== credentialId),
          passkeyKey(whole, { credentialId, prf }, label),
        ],
      }),
    /** A passkey leads back no more, on any device. The one that the person logs in with stays, and so does the last way. */
    async removePasskey({ credentialId }: { credentialId: string }) {
      const { device } = await session.read()
      const key = device.share?.recoveries.find((each) => each.key.credentialId === credentialId)?.key
      if (!key) throw new KitError('not_found')
      if (identityHash({ kind: 'passkey', subject: credentialId }) === device.identity)
        throw new KitError('invalid_request', { message: 'This passkey is how the person logs in' })
      await change({ removes: [key.publicKey] })
    },
    revokeDevice: ({ deviceId }: { deviceId: string }): Promise<void> =>
      alone(() =>
        holder.withWhole(async ({ keys, share: { walletId } }) => {
          const { changeCount } = await readRecoveries()
          const signed = signChange(keys, walletId, changeCount, { action: 'revoke', deviceId })
          await session.ask((client) => client.revokeDevice({ projectId, deviceId, change: signed }))
        }),
      ),
    async readPolicy() {
      const { device } = await session.read()
      const { provider, charter = device.share?.charter } = device
      if (!charter) throw new KitError('unauthorized')
      const { identity, policy } = charter
      const isUnvouched = provider !== 'passkey' && identity === null && policy !== 'strict'
      return { policy, loosest: settings.policy, ...(isUnvouched && { unvouched: provider }) }
    },
    /** Loosens the wallet's policy to what this project has: for a person who has decided so on a screen of the frame. */
    loosenPolicy: () => change({ policy: settings.policy }),
  }
}
export type Changes = ReturnType<typeof createChanges>

/** The wallet's word for a change, for the server that is to make it. */
export const signChange = (
  { evm }: WalletKeys,
  walletId: string,
  count: number,
  change: WalletChange,
): SignedChange => ({
  count,
  signature: writeSignature(signHash(changeDigest(walletId, count, change), evm.secretKey)),
})

/** The person that a new wallet's recovery is for: the one proven on this device. What a provider said was said to the API alone, which may lie. */
export const provenIdentity = ({ provider, identity }: Pick<DeviceRecord, 'provider' | 'identity'>): string | null =>
  provider === undefined || provider === 'passkey' ? identity : null

/** A set that an earlier code opens no more. */
const withoutCode = (set: KeptShare): KeptShare => ({
  ...set,
  recoveries: set.recoveries.filter(({ key }) => key.kind !== 'code'),
})

/** A project may demand more than the wallet does, and `strict` only of a wallet that has another way back than the guardian's. */
function tightened(policy: RecoveryPolicy, demanded: RecoveryPolicy, ways: readonly RecoveryKey[]): RecoveryPolicy {
  const wanted = strictest(policy, demanded)
  const hasWay = ways.some(({ kind }) => kind === 'code' || kind === 'passkey')
  return wanted === 'strict' && !hasWay ? policy : wanted
}

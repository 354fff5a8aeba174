import { isSameBytes } from '@billfold/protocol/bytes'
import type { EmbeddedSession, RecoveryKey } from '@billfold/protocol/embedded/embeddedApi'
import { openerOf, sealTo } from '@billfold/protocol/embedded/hpke'
import { identityHash, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { statementKeysOf, walletIdOf } from '@billfold/protocol/embedded/walletStatement'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { deriveWallet, wipeKeys } from '../vault/deriveWallet.ts'
import { newRecoveryCode, secretOfCode } from '../vault/recoveryCode.ts'
import { joinWallet } from '../vault/shares.ts'
import { charterFor } from './charters.ts'
import { type Changes, provenIdentity, signChange } from './createChanges.ts'
import type { GuardianClient, Holder } from './createHolder.ts'
import type { Session, SessionDeps } from './createSession.ts'
import { deviceCodeOf, newPairing } from './deviceCode.ts'
import { deviceOpener } from './deviceKeys.ts'
import { type DeviceRecord, setsOf, withShare } from './deviceStore.ts'
import { codeKey, pairFor, passkeyKey } from './recoveryKeys.ts'
import { openRecoveries, type RecoverySource, sourceOfDevice, sourcesOfServer, waysOf } from './recoverySources.ts'
import { makeShareSet, openShare } from './shareSets.ts'
import type { Wallet as FrameWallet, Held, Login, PasskeySecret, Person } from './wallet.ts'

type RecoveryDeps = SessionDeps & {
  session: Session
  guardian: GuardianClient
  holder: Holder
  changes: Changes
  wait(ms: number): Promise<void>
}
type Wallet = NonNullable<EmbeddedSession['wallet']>
/** What can be recovered from, and the place where it goes: a device without shares, or this one's own while the API is away. */
type Entry = { sources: RecoverySource[]; deviceId: string; joining?: Wallet }
/** A recovery share that was opened, and with which set it came. */
type Opened = { source: RecoverySource; share: Uint8Array }
/** What the guardian was asked to open, and what to do with it. */
type Release = {
  release: string
  /** The person who is logged in. */
  identity: string
  endsAt: number
  of: Asking
  use(share: Uint8Array): Promise<Person>
}
type Asking = { walletId: string; deviceId: string; generation: number; sealed: string }
type Started = Awaited<ReturnType<FrameWallet['startRelease']>>

const pollMs = 2000

/** What a login leads to, and the ways back to a wallet on a device that has no share of it. */
export function createRecovery(deps: RecoveryDeps) {
  const { settings, store, session, guardian, holder, changes, now, wait } = deps
  const { projectId, policy } = settings
  let entry: Entry | undefined
  let release: Release | undefined

  const person = async (): Promise<Person> => {
    const { session: record, device } = await session.read()
    if (!device.share) throw new KitError('unauthorized')
    return { email: record.email, evmAddress: device.share.evmAddress, solanaAddress: device.share.solanaAddress }
  }

  /** The first wallet of a person: drawn here, and in parts before anyone else hears of it. */
  const create = async (
    { deviceId }: EmbeddedSession,
    device: DeviceRecord,
    passkey: PasskeySecret | undefined,
  ): Promise<string | undefined> => {
    const identity = provenIdentity(device)
    const { keys: guardianKeys, isOut } = await changes.askGuardian(policy, identity, device.provider)
    // Where the guardian is not to help, or cannot, the wallet begins with a code.
    const code = isOut ? newRecoveryCode() : undefined
    const entropy = crypto.getRandomValues(new Uint8Array(16))
    const keys = await deriveWallet(entropy)
    const statementKeys = statementKeysOf(entropy)
    try {
      const walletId = walletIdOf(statementKeys.publicKey)
      const addresses = { evmAddress: keys.evm.address, solanaAddress: keys.solana.address }
      const charter = charterFor(entropy, walletId, undefined, { identity, policy })
      const of = { walletId, ...addresses, deviceId, generation: 1, charter }
      const made = await makeShareSet(entropy, device.keys, of, [
        ...guardianKeys,
        ...(passkey ? [passkeyKey({ entropy, ...addresses }, passkey, settings.deviceLabel)] : []),
        ...(code === undefined ? [] : [codeKey({ entropy, ...addresses }, code)]),
      ])
      await changes.hand(device, made, (shares) => {
        const change = signChange(keys, walletId, 0, { action: 'create', deviceId, ...addresses, shares })
        return session.ask((client) => client.createWallet({ projectId, walletId, ...addresses, shares, change }))
      })
      changes.announce(statementKeys)
      return code
    } catch (error) {
      statementKeys.secretKey.fill(0)
      throw error
    } finally {
      entropy.fill(0)
      wipeKeys(keys)
    }
  }

  const settle = async (told: EmbeddedSession, known: DeviceRecord, passkey?: PasskeySecret): Promise<Login> => {
    entry = undefined
    // A share that the guardian opens for one person never goes to the next one who logs in here.
    if (release?.identity !== known.identity) release = undefined
    const { wallet, deviceId, isEnrolled } = told
    // The wallet that was deleted here is gone; whose account was kept has it still.
    const isOver = known.endsAt !== undefined && known.endsAt <= now() && !wallet
    const { endsAt: _, share, others, charter, ...rest } = known
    const device: DeviceRecord = isOver ? rest : { ...rest, share, others, charter }
    if (known.endsAt !== undefined) await store.writeDevice(device)
    const mine = setsOf(device).find(({ walletId }) => walletId === wallet?.walletId)
    const isMine = mine !== undefined && mine.evmAddress === wallet?.evmAddress
    // What the device has is the person's, even if the server knows of another wallet, or of none.
    if (device.share && !(isMine && !isEnrolled)) return { person: await person() }
    if (!wallet) {
      const code = await create(told, device, passkey)
      return { person: await person(), ...(code !== undefined && { code }) }
    }
    if (mine && !isMine) throw new KitError('account_mismatch')
    if (mine && isEnrolled) {
      await store.writeDevice(withShare(device, mine))
      return { person: await person() }
    }
    const answer = await session.ask((client) => client.readRecoveries({ projectId }))
    const sources = [
      ...sourcesOfServer(answer, await deviceOpener(device.keys), { ...wallet, deviceId }),
      ...ownSources(device),
    ]
    entry = { sources, deviceId, joining: wallet }
    return { isNewDevice: true, ways: waysOf(sources, policy, device.provider) }
  }

  const ownSources = (device: DeviceRecord): RecoverySource[] =>
    setsOf(device)
      .filter(({ walletId }) => walletId === device.share?.walletId)
      .map((set) => sourceOfDevice(device.keys, set))

  /** Where recovery stands: after a login on a new device, after that was interrupted, or with shares of one's own. */
  const stand = async (): Promise<Entry> => {
    if (entry) return entry
    const { session: record, device } = await session.read()
    if (device.share) return { sources: ownSources(device), deviceId: device.share.deviceId }
    const told = await session.refresh(record.accessToken)
    if (told) await settle(told, device)
    if (!entry) throw new KitError('unauthorized')
    return entry
  }

  /**
   * Joins what was opened with its other half, and makes this device one of the wallet's. `attested` is who the guardian let in; besides, a
   * person who logged in by mail typed their address here, and has just opened the wallet.
   */
  const finish = async (
    { deviceId, sources, joining }: Entry,
    opened: readonly Opened[],
    attested?: string,
  ): Promise<Person> => {
    const { entropy, keys, walletId } = await joinAny(opened)
    try {
      if (!joining) {
        holder.unlock(walletId, entropy)
        return await person()
      }
      const { device } = await session.read()
      const statementKeys = statementKeysOf(entropy)
      if (walletIdOf(statementKeys.publicKey) !== joining.walletId) throw new KitError('account_mismatch')
      // As the keys have them: what a server says of a wallet is not shown to its person.
      const addresses = { evmAddress: keys.evm.address, solanaAddress: keys.solana.address }
      const place = { walletId: joining.walletId, ...addresses, deviceId }
      const identity = attested ?? provenIdentity(device)
      await changes.join({ entropy, keys, device, place, sets: sources }, identity === null ? {} : { identity })
      changes.announce(statementKeys)
      entry = undefined
      return await person()
    } finally {
      entropy.fill(0)
      wipeKeys(keys)
    }
  }

  /** Recovers with a secret that the person brings: opened by the sets that were sealed to what it stands for. */
  const recoverWith = async (secret: Uint8Array, isMeant: (key: RecoveryKey) => boolean) => {
    try {
      const at = await stand()
      const opened: Opened[] = []
      for (const evmAddress of new Set(at.sources.map((source) => source.evmAddress))) {
        const { secretKey, publicKey } = pairFor(evmAddress, secret)
        const own = encodeBase64Url(publicKey)
        const isOwn = (key: RecoveryKey) => isMeant(key) && key.publicKey === own
        opened.push(...(await openRecoveries(at.sources, isOwn, openerOf(secretKey))))
        secretKey.fill(0)
      }
      if (opened.length === 0) throw new KitError('sign_in_unproven')
      return await finish(at, opened)
    } finally {
      secret.fill(0)
    }
  }

  /** Has the guardian open something for this person, once they have proven to it who they are; it tells `use` who that was. */
  const askGuardian = async (
    of: Asking,
    use: (share: Uint8Array, identity: string) => Promise<Person>,
  ): Promise<Started> => {
    const { session: record, device } = await session.read()
    // The person who came by a social login is asked for by their name there, never by an address that the provider told.
    const { provider, email } = record
    if (provider === 'passkey' || (!provider && !email)) throw new KitError('wallet_method_unsupported')
    const identity = provider ? record.identity : identityHash({ kind: 'email', subject: email! })
    const { deviceId, ...share } = of
    const opener = await deviceOpener(device.keys)
    const started = await guardian.startRelease({
      ...(provider ? { social: { provider, identity } } : { email: email! }),
      ...share,
      ticket: await changes.findTicket({ walletId: of.walletId, deviceId, identity }),
      device: { deviceId, sealKey: encodeBase64Url(opener.publicKey) },
    })
    const { number, endsInSeconds, uri, opensInSeconds = 0 } = started
    release = {
      ...{ release: started.release, identity: record.identity, of, endsAt: now() + endsInSeconds * 1000 },
      use: (opened) => use(opened, identity),
    }
    return { number, endsInSeconds, uri, ...(opensInSeconds > 0 && { opensAt: now() + opensInSeconds * 1000 }) }
  }

  return {
    settle,
    async startRelease() {
      const at = await stand()
      const source = at.sources.find(({ recoveries }) => recoveries.some(({ key }) => key.kind === 'guardian'))
      const sealed = source?.recoveries.find(({ key }) => key.kind === 'guardian')?.sealed
      if (!source || !sealed || policy === 'strict') throw new KitError('wallet_method_unsupported')
      const { walletId, generation } = source
      return await askGuardian({ walletId, deviceId: at.deviceId, generation, sealed }, (share, identity) =>
        finish(at, [{ source, share }], identity),
      )
    },
    async startVouching() {
      const { session: record, device } = await session.read()
      const { share } = device
      if (!share || record.provider === undefined || record.provider === 'passkey')
        throw new KitError('wallet_method_unsupported')
      const { walletId, deviceId } = share
      const secret = crypto.getRandomValues(new Uint8Array(17))
      const { publicKey } = await guardian.readKey({})
      const info = recoveryInfo({ walletId, identity: record.identity, generation: 1 })
      const sealed = encodeBase64Url(sealTo(decodeBase64Url(publicKey), info, secret))
      return await askGuardian({ walletId, deviceId, generation: 1, sealed }, async (opened, identity) => {
        if (!isSameBytes(opened, secret)) throw new KitError('sign_in_unproven')
        await changes.change({ identity })
        return await person()
      })
    },
    async awaitRelease(): Promise<Person | Held> {
      const waited = release
      if (!waited) throw new KitError('not_found')
      while (release === waited && now() < waited.endsAt) {
        await wait(pollMs)
        const answer = await guardian.readRelease({ release: waited.release }).catch(() => undefined)
        if (release !== waited) break
        if (answer?.state === 'refused') throw new KitError('user_rejected')
        if (answer?.state === 'ended') break
        if (answer?.state === 'held' && answer.opensInSeconds !== undefined)
          return { opensAt: now() + answer.opensInSeconds * 1000 }
        if (answer?.state !== 'approved' || !answer.sealed) continue
        const { device } = await session.read()
        return await waited.use(await openShare(await deviceOpener(device.keys), 'recovery', waited.of, answer.sealed))
      }
      throw new KitError('not_found')
    },
    async ownWays() {
      const { device } = await session.read()
      if (!device.share) throw new KitError('unauthorized')
      const ways = waysOf(ownSources(device), policy, device.provider)
      return ways.filter(({ kind }) => kind !== 'device')
    },
    async deviceCode() {
      const { device } = await session.read()
      const { pairing = newPairing() } = device
      await store.writeDevice({ ...device, pairing })
      return deviceCodeOf(encodeBase64Url((await deviceOpener(device.keys)).publicKey), pairing)
    },
    async recoverByDevice() {
      // What the server has now, not what it had when the person logged in.
      entry = undefined
      const at = await stand()
      const { keys, pairing } = (await session.read()).device
      // Without letters, nothing can have been sealed by a device into which the person typed them.
      if (pairing === undefined) throw new KitError('not_found')
      const opener = await deviceOpener(keys)
      const publicKey = encodeBase64Url(opener.publicKey)
      const isMeant = (key: RecoveryKey) => key.kind === 'device' && key.publicKey === publicKey
      const opened = await openRecoveries(at.sources, isMeant, opener, pairing)
      if (opened.length === 0) throw new KitError('not_found')
      return await finish(at, opened)
    },
    recoverByCode({ code }: { code: string }) {
      return recoverWith(secretOfCode(code), ({ kind }) => kind === 'code')
    },
    recoverByPasskey({ credentialId, prf }: { credentialId: string; prf: Uint8Array }) {
      return recoverWith(prf, (key) => key.credentialId === credentialId)
    },
  }
}

/** The whole wallet from the first share that fits its other half; every share is wiped. */
async function joinAny(opened: readonly Opened[]) {
  let reason: unknown
  try {
    for (const { source, share } of opened) {
      try {
        const other = await source.other()
        const whole = await joinWallet(other, share, source.evmAddress).finally(() => other.fill(0))
        return { ...whole, walletId: source.walletId }
      } catch (error) {
        reason = error
      }
    }
  } finally {
    for (const { share } of opened) share.fill(0)
  }
  throw reason ?? new KitError('not_found')
}

import type { EmbeddedSession, RecoveryKey } from '@billfold/protocol/embedded/embeddedApi'
import { keyPairFrom, openerOf } from '@billfold/protocol/embedded/hpke'
import { KitError } from '@billfold/protocol/error'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { deriveWallet, wipeKeys } from '../vault/deriveWallet.ts'
import { keysOfCode, newRecoveryCode } from '../vault/recoveryCode.ts'
import { joinShares } from '../vault/shares.ts'
import { codeKey, type GuardianClient, type Holder, nextGeneration, passkeyKey, provenKeys } from './createHolder.ts'
import type { Session, SessionDeps } from './createSession.ts'
import { deviceCodeOf } from './deviceCode.ts'
import { deviceOpener } from './deviceKeys.ts'
import { type DeviceRecord, withShare } from './deviceStore.ts'
import { openRecovery, type RecoverySource, sourceOfDevice, sourcesOfServer, waysOf } from './recoverySources.ts'
import { makeShareSet, openShare } from './shareSets.ts'
import type { Held, Login, PasskeySecret, Person } from './wallet.ts'

type RecoveryDeps = SessionDeps & {
  session: Session
  guardian: GuardianClient
  holder: Holder
  wait(ms: number): Promise<void>
}
type Wallet = NonNullable<EmbeddedSession['wallet']>
/** What can be recovered from, and the place where it goes: a device without shares, or this one's own while the API is away. */
type Entry = { sources: RecoverySource[]; deviceId: string; joining?: { wallet: Wallet; identity: string } }
type Release = { release: string; source: RecoverySource; entry: Entry; endsAt: number }

const pollMs = 2000

/** What a login leads to, and the ways back to a wallet on a device that has no share of it. */
export function createRecovery({ settings, store, session, guardian, holder, now, wait }: RecoveryDeps) {
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
    told: EmbeddedSession,
    device: DeviceRecord,
    passkey: PasskeySecret | undefined,
  ): Promise<string | undefined> => {
    const { keys: guardianKeys, isOut } = await holder.askGuardian(device)
    // Where the guardian is not to help, or cannot, the wallet begins with a code.
    const code = isOut ? newRecoveryCode() : undefined
    const entropy = crypto.getRandomValues(new Uint8Array(16))
    try {
      const keys = await deriveWallet(entropy)
      wipeKeys(keys)
      const { evm, solana } = keys
      const walletId = crypto.randomUUID()
      const addresses = { evmAddress: evm.address, solanaAddress: solana.address }
      const of = { walletId, ...addresses, deviceId: told.deviceId, identity: told.identity, generation: 1, policy }
      const made = await makeShareSet(entropy, device.keys, of, [
        ...guardianKeys,
        ...(passkey ? [passkeyKey(entropy, passkey, settings.deviceLabel)] : []),
        ...(code === undefined ? [] : [codeKey(entropy, code)]),
      ])
      await holder.hand(device, made, (shares) =>
        session.ask((client) => client.createWallet({ projectId, walletId, ...addresses, shares })),
      )
      return code
    } finally {
      entropy.fill(0)
    }
  }

  const settle = async (told: EmbeddedSession, known: DeviceRecord, passkey?: PasskeySecret): Promise<Login> => {
    entry = undefined
    const { wallet } = told
    // The wallet that was deleted here is gone; whose account was kept has it still.
    const isOver = known.endsAt !== undefined && known.endsAt <= now() && !wallet
    const { endsAt: _, share, next, ...rest } = known
    const device: DeviceRecord = isOver ? rest : { ...rest, share, next }
    if (known.endsAt !== undefined) await store.writeDevice(device)
    const mine = [device.share, device.next].find((share) => share && share.walletId === wallet?.walletId)
    // A device that has a share of one wallet does not take another for it, whatever the server says.
    if (device.share && (!mine || mine.evmAddress !== wallet?.evmAddress)) throw new KitError('account_mismatch')
    if (!wallet) {
      const code = await create(told, device, passkey)
      return { person: await person(), ...(code !== undefined && { code }) }
    }
    if (mine && told.isEnrolled) {
      if (!device.share) await store.writeDevice(withShare(device, mine))
      return { person: await person() }
    }
    const answer = await session.ask((client) => client.readRecoveries({ projectId }))
    const place = { ...wallet, deviceId: told.deviceId }
    const sources = sourcesOfServer(answer, await deviceOpener(device.keys), place)
    entry = { sources, deviceId: told.deviceId, joining: { wallet, identity: told.identity } }
    return { isNewDevice: true, ways: waysOf(sources, policy, device.provider) }
  }

  /** Where recovery stands: after a login on a new device, after that was interrupted, or with a share of one's own. */
  const stand = async (): Promise<Entry> => {
    if (entry) return entry
    const { session: record, device } = await session.read()
    if (device.share) return { sources: [sourceOfDevice(device.keys, device.share)], deviceId: device.share.deviceId }
    const told = await session.refresh(record.accessToken)
    if (told) await settle(told, device)
    if (!entry) throw new KitError('unauthorized')
    return entry
  }

  /** Joins what was recovered with its other half, and makes this device one of the wallet's. */
  const finish = async ({ deviceId, sources, joining }: Entry, source: RecoverySource, share: Uint8Array) => {
    const other = await source.other()
    const entropy = await joinShares(other, share, source.evmAddress).finally(() => {
      other.fill(0)
      share.fill(0)
    })
    try {
      if (!joining) {
        holder.unlock(entropy)
        return await person()
      }
      const { device } = await session.read()
      const recoveryKeys = [...(await holder.askGuardian(device)).keys, ...provenKeys(entropy, sources)]
      const { walletId, evmAddress, solanaAddress } = joining.wallet
      const generation = nextGeneration(sources)
      const of = { walletId, evmAddress, solanaAddress, deviceId, identity: joining.identity, generation, policy }
      const made = await makeShareSet(entropy, device.keys, of, recoveryKeys)
      await holder.hand(device, made, (shares) => session.ask((client) => client.enrolDevice({ projectId, shares })))
      entry = undefined
      return await person()
    } finally {
      entropy.fill(0)
    }
  }

  /** Recovers with a private key that the person brings: opened by the set that was sealed to its public half. */
  const recoverWith = async (pair: ReturnType<typeof keyPairFrom>, isMeant: (key: RecoveryKey) => boolean) => {
    try {
      const at = await stand()
      const opened = await openRecovery(at.sources, isMeant, openerOf(pair.secretKey))
      if (!opened) throw new KitError('sign_in_unproven')
      return await finish(at, opened.source, opened.share)
    } finally {
      pair.secretKey.fill(0)
    }
  }

  return {
    settle,
    async startRelease() {
      const at = await stand()
      const { session: record, device } = await session.read()
      const source = at.sources.find(({ recoveries }) => recoveries.some(({ key }) => key.kind === 'guardian'))
      const sealed = source?.recoveries.find(({ key }) => key.kind === 'guardian')?.sealed
      // The person who came by a social login is asked for by their name there, never by an address that the provider told.
      const { provider, identity, email } = record
      const person =
        provider === 'passkey'
          ? undefined
          : provider
            ? { social: { provider, identity } }
            : email
              ? { email }
              : undefined
      if (!source || !sealed || !person || policy === 'strict') throw new KitError('wallet_method_unsupported')
      const opener = await deviceOpener(device.keys)
      const told = await guardian.startRelease({
        ...person,
        walletId: source.walletId,
        generation: source.generation,
        sealed,
        device: { deviceId: at.deviceId, sealKey: encodeBase64Url(opener.publicKey), label: settings.deviceLabel },
        site: record.site,
      })
      release = { release: told.release, source, entry: at, endsAt: now() + told.endsInSeconds * 1000 }
      const { number, endsInSeconds, uri, opensInSeconds = 0 } = told
      return { number, endsInSeconds, uri, ...(opensInSeconds > 0 && { opensAt: now() + opensInSeconds * 1000 }) }
    },
    async awaitRelease(): Promise<Person | Held> {
      const waited = release
      if (!waited) throw new KitError('not_found')
      while (release === waited && now() < waited.endsAt) {
        await wait(pollMs)
        const told = await guardian.readRelease({ release: waited.release }).catch(() => undefined)
        if (told?.state === 'refused') throw new KitError('user_rejected')
        if (told?.state === 'ended') break
        if (told?.state === 'held' && told.opensInSeconds !== undefined)
          return { opensAt: now() + told.opensInSeconds * 1000 }
        if (told?.state !== 'approved' || !told.sealed) continue
        const { device } = await session.read()
        const { walletId } = waited.source
        const bound = { walletId, deviceId: waited.entry.deviceId }
        const share = await openShare(await deviceOpener(device.keys), 'recovery', bound, told.sealed)
        return await finish(waited.entry, waited.source, share)
      }
      throw new KitError('not_found')
    },
    async ownWays() {
      const { device } = await session.read()
      if (!device.share) throw new KitError('unauthorized')
      const ways = waysOf([sourceOfDevice(device.keys, device.share)], policy, device.provider)
      return ways.filter(({ kind }) => kind !== 'device')
    },
    async deviceCode() {
      const { device } = await session.read()
      return deviceCodeOf(encodeBase64Url((await deviceOpener(device.keys)).publicKey))
    },
    async recoverByDevice() {
      // What the server has now, not what it had when the person logged in.
      entry = undefined
      const at = await stand()
      const opener = await deviceOpener((await session.read()).device.keys)
      const publicKey = encodeBase64Url(opener.publicKey)
      const opened = await openRecovery(
        at.sources,
        (key) => key.kind === 'device' && key.publicKey === publicKey,
        opener,
      )
      if (!opened) throw new KitError('not_found')
      return await finish(at, opened.source, opened.share)
    },
    recoverByCode({ code }: { code: string }) {
      const pair = keysOfCode(code)
      const publicKey = encodeBase64Url(pair.publicKey)
      return recoverWith(pair, (key) => key.kind === 'code' && key.publicKey === publicKey)
    },
    recoverByPasskey({ credentialId, prf }: { credentialId: string; prf: Uint8Array }) {
      const pair = keyPairFrom(prf)
      prf.fill(0)
      const publicKey = encodeBase64Url(pair.publicKey)
      return recoverWith(pair, (key) => key.credentialId === credentialId && key.publicKey === publicKey)
    },
  }
}

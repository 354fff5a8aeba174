import { isSameBytes } from '@billfold/protocol/bytes'
import { sealTo } from '@billfold/protocol/embedded/hpke'
import { identityHash, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import type { Changes } from './createChanges.ts'
import type { Entries, Entry } from './createEntries.ts'
import type { GuardianClient } from './createHolder.ts'
import type { Session, SessionDeps } from './createSession.ts'
import { deviceOpener } from './deviceKeys.ts'
import type { OpenedShare } from './recoverySources.ts'
import { openShare } from './shareSets.ts'
import type { Wallet as FrameWallet, Held, Person } from './wallet.ts'

type SealedShare = { walletId: string; deviceId: string; generation: number; sealed: string }
/** A share that the guardian is to open, and its use. */
type Release = {
  release: string
  /** The logged-in person. */
  identity: string
  endsAt: number
  of: SealedShare
  use(share: Uint8Array): Promise<Person>
}
type Started = Awaited<ReturnType<FrameWallet['startRelease']>>
type ReleaseDeps = SessionDeps & {
  session: Session
  guardian: GuardianClient
  changes: Changes
  entries: Entries
  /** Recovers the wallet for the person that the guardian has logged in. */
  finish(entry: Entry, opened: readonly OpenedShare[], identity: string): Promise<Person>
  wait(ms: number): Promise<void>
}

const pollMs = 2000

/** Recovery by the guardian: it logs the person in itself, then opens their share for this device. */
export function createRelease(deps: ReleaseDeps) {
  const { settings, session, guardian, changes, entries, finish, now, wait } = deps
  let release: Release | undefined

  /** Requests that the guardian opens a share for this person, once they have logged in there; `use` gets the share and who they are. */
  const request = async (
    of: SealedShare,
    use: (share: Uint8Array, identity: string) => Promise<Person>,
  ): Promise<Started> => {
    const { session: record, device } = await session.read()
    // A social login is identified by its account, never by an address that the provider reported.
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
    /** Drops a pending release of another person: their share never goes to the next one who logs in here. */
    dropUnlessOf(identity: string) {
      if (release?.identity !== identity) release = undefined
    },
    async startRelease() {
      const entry = await entries.find()
      const source = entry.sources.find(({ recoveries }) => recoveries.some(({ key }) => key.kind === 'guardian'))
      const sealed = source?.recoveries.find(({ key }) => key.kind === 'guardian')?.sealed
      if (!source || !sealed || settings.policy === 'strict') throw new KitError('wallet_method_unsupported')
      const { walletId, generation } = source
      return await request({ walletId, deviceId: entry.deviceId, generation, sealed }, (share, identity) =>
        finish(entry, [{ source, share }], identity),
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
      return await request({ walletId, deviceId, generation: 1, sealed }, async (opened, identity) => {
        if (!isSameBytes(opened, secret)) throw new KitError('sign_in_unproven')
        await changes.change({ identity })
        return await entries.readPerson()
      })
    },
    async awaitRelease(): Promise<Person | Held> {
      const pending = release
      if (!pending) throw new KitError('not_found')
      while (release === pending && now() < pending.endsAt) {
        await wait(pollMs)
        const response = await guardian.readRelease({ release: pending.release }).catch(() => undefined)
        if (release !== pending) break
        if (response?.state === 'refused') throw new KitError('user_rejected')
        if (response?.state === 'ended') break
        if (response?.state === 'held' && response.opensInSeconds !== undefined)
          return { opensAt: now() + response.opensInSeconds * 1000 }
        if (response?.state !== 'approved' || !response.sealed) continue
        const { device } = await session.read()
        return await pending.use(
          await openShare(await deviceOpener(device.keys), 'recovery', pending.of, response.sealed),
        )
      }
      throw new KitError('not_found')
    },
  }
}

import type { Client } from '@billfold/protocol/contract'
import { writeDpop } from '@billfold/protocol/embedded/dpop'
import { type EmbeddedSession, embeddedApi, embeddedRoutes } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { askServer } from './askServer.ts'
import { type DeviceKeys, signerOf } from './deviceKeys.ts'
import type { DeviceRecord, DeviceStore, LoginProvider, SessionRecord } from './deviceStore.ts'
import type { WalletSettings } from './wallet.ts'

export type EmbeddedClient = Client<typeof embeddedApi>

export type SessionDeps = {
  settings: WalletSettings
  store: DeviceStore
  fetch: typeof fetch
  now(): number
  /** Runs one at a time over all frames of this origin: a refresh token is used once. */
  lock<T>(name: string, run: () => Promise<T>): Promise<T>
}

/** A token that ends sooner than this is changed before it is used. */
const soonMs = 20_000

/** Talking to the API as this device: with its key's proof on every call and, once someone is logged in, their token. */
export function createSession({ settings, store, fetch, now, lock }: SessionDeps) {
  let offsetMs = 0

  const asDevice = async (keys: DeviceKeys, accessToken?: string): Promise<EmbeddedClient> => {
    const signer = await signerOf(keys)
    return askServer(embeddedApi, embeddedRoutes, {
      url: settings.apiUrl,
      fetch,
      // A device whose clock is wrong proves nothing to a server that checks when a proof was written.
      onDate: (serverMs) => {
        const before = offsetMs
        offsetMs = serverMs - now()
        return Math.abs(offsetMs - before) > 20_000
      },
      headers: async ({ method, url }) => ({
        // Mails are in the language that the wallet is shown in.
        ...(settings.language && { 'Accept-Language': settings.language }),
        DPoP: await writeDpop(signer, { method, url, accessToken, nowMs: now() + offsetMs }),
        ...(accessToken === undefined ? {} : { Authorization: `DPoP ${accessToken}` }),
      }),
    })
  }

  /**
   * Keeps a login's or a refreshed session. Whose it is was settled at the login: a server that names someone else later is heard, and believed
   * only where the wallet says the same.
   */
  const keep = async (
    told: EmbeddedSession,
    site: string,
    provider?: LoginProvider,
    before?: SessionRecord,
  ): Promise<EmbeddedSession> => {
    const identity = before?.identity ?? told.identity
    const isOther = told.identity !== identity
    const isTheirs = isOther || (!provider && !isAddressOf(told.email, identity))
    await store.writeSession({
      identity,
      provider,
      email: isTheirs ? (before?.email ?? null) : told.email,
      ...(isOther && { claim: { identity: told.identity, email: told.email } }),
      site,
      accessToken: told.accessToken,
      endsAt: now() + told.expiresIn * 1000,
      refreshToken: told.refreshToken,
      clockOffsetMs: offsetMs,
    })
    return told
  }

  /** The session and its device's record; refused where there is none. */
  const read = async (): Promise<{ session: SessionRecord; device: DeviceRecord }> => {
    const session = await store.readSession()
    const device = session && (await store.readDevice(session.identity))
    if (!session || !device) throw new KitError('unauthorized')
    offsetMs ||= session.clockOffsetMs
    return { session, device }
  }

  /** Changes the tokens for new ones. A frame in another tab may have done so a moment ago: then its are taken. */
  const refresh = (used: string): Promise<EmbeddedSession | undefined> =>
    lock('billfold-session', async () => {
      const { session, device } = await read()
      if (session.accessToken !== used) return undefined
      try {
        const client = await asDevice(device.keys)
        const { refreshToken, site, provider } = session
        const told = await client.refreshSession({ projectId: settings.projectId, refreshToken })
        return await keep(told, site, provider, session)
      } catch (error) {
        // What the server no longer knows is no session; when it does not respond, it may still be one.
        if (error instanceof KitError && error.code === 'unauthorized') await store.removeSession()
        throw error
      }
    })

  return {
    asDevice,
    keep,
    read,
    refresh,
    /** Makes one call as the person who is logged in, with new tokens where the old ones have ended. */
    async ask<T>(use: (client: EmbeddedClient) => Promise<T>): Promise<T> {
      const before = await read()
      if (before.session.endsAt - now() < soonMs) await refresh(before.session.accessToken)
      const { session, device } = await read()
      try {
        return await use(await asDevice(device.keys, session.accessToken))
      } catch (error) {
        if (!(error instanceof KitError && error.code === 'unauthorized')) throw error
        await refresh(session.accessToken)
        const again = await read()
        return await use(await asDevice(again.device.keys, again.session.accessToken))
      }
    },
  }
}
export type Session = ReturnType<typeof createSession>

/** Whether an address is the one that an identity by mail stands for. */
export const isAddressOf = (email: string | null, identity: string): boolean =>
  email !== null && identityHash({ kind: 'email', subject: email }) === identity

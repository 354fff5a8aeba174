import type { Client } from '@billfold/protocol/contract'
import { writeDpop } from '@billfold/protocol/embedded/dpop'
import { type EmbeddedSession, embeddedApi, embeddedRoutes } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { createServerClient } from './createServerClient.ts'
import { type DeviceKeys, signerOf } from './deviceKeys.ts'
import type { DeviceRecord, DeviceStore, LoginProvider, SessionRecord } from './deviceStore.ts'
import type { WalletSettings } from './wallet.ts'

type EmbeddedClient = Client<typeof embeddedApi>

export type SessionDeps = {
  settings: WalletSettings
  store: DeviceStore
  fetch: typeof fetch
  now(): number
  /** Runs one at a time in all frames of this origin: a refresh token is valid once. */
  lock<T>(name: string, run: () => Promise<T>): Promise<T>
}

/** A token with less time left is refreshed before use. */
const soonMs = 20_000

/** Calls the API as this device: with its key's proof and, once someone is logged in, their token. */
export function createSession({ settings, store, fetch, now, lock }: SessionDeps) {
  let offsetMs = 0

  const asDevice = async (keys: DeviceKeys, accessToken?: string): Promise<EmbeddedClient> => {
    const signer = await signerOf(keys)
    return createServerClient(embeddedApi, embeddedRoutes, {
      url: settings.apiUrl,
      fetch,
      // The server checks a proof's time, so a wrong clock needs correction.
      onDate: (serverMs) => {
        const before = offsetMs
        offsetMs = serverMs - now()
        return Math.abs(offsetMs - before) > 20_000
      },
      headers: async ({ method, url }) => ({
        // Emails are in the wallet's language.
        ...(settings.language && { 'Accept-Language': settings.language }),
        DPoP: await writeDpop(signer, { method, url, accessToken, nowMs: now() + offsetMs }),
        ...(accessToken === undefined ? {} : { Authorization: `DPoP ${accessToken}` }),
      }),
    })
  }

  /**
   * Stores a login's or a refreshed session. The login decided whose it is: if a server names someone else later, only the wallet's charter can
   * confirm that.
   */
  const keep = async (
    record: EmbeddedSession,
    site: string,
    provider?: LoginProvider,
    before?: SessionRecord,
  ): Promise<EmbeddedSession> => {
    const identity = before?.identity ?? record.identity
    const isOther = record.identity !== identity
    const isTheirs = isOther || (!provider && !isAddressOf(record.email, identity))
    await store.writeSession({
      identity,
      provider,
      email: isTheirs ? (before?.email ?? null) : record.email,
      ...(isOther && { claim: { identity: record.identity, email: record.email } }),
      site,
      accessToken: record.accessToken,
      endsAt: now() + record.expiresIn * 1000,
      refreshToken: record.refreshToken,
      clockOffsetMs: offsetMs,
    })
    return record
  }

  /** The session and its device's record; throws if no one is logged in. */
  const read = async (): Promise<{ session: SessionRecord; device: DeviceRecord }> => {
    const session = await store.readSession()
    const device = session && (await store.readDevice(session.identity))
    if (!session || !device) throw new KitError('unauthorized')
    offsetMs ||= session.clockOffsetMs
    return { session, device }
  }

  /** Refreshes the tokens, unless another tab just did. */
  const refresh = (used: string): Promise<EmbeddedSession | undefined> =>
    lock('billfold-session', async () => {
      const { session, device } = await read()
      if (session.accessToken !== used) return undefined
      try {
        const client = await asDevice(device.keys)
        const { refreshToken, site, provider } = session
        const refreshed = await client.refreshSession({ projectId: settings.projectId, refreshToken })
        return await keep(refreshed, site, provider, session)
      } catch (error) {
        // The session ends if the server no longer knows it, not if it does not respond.
        if (error instanceof KitError && error.code === 'unauthorized') await store.removeSession()
        throw error
      }
    })

  return {
    asDevice,
    keep,
    read,
    refresh,
    /** Makes a call as the logged-in person; refreshes the tokens if they have expired. */
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

/** Whether an email identity is that of an address. */
export const isAddressOf = (email: string | null, identity: string): boolean =>
  email !== null && identityHash({ kind: 'email', subject: email }) === identity

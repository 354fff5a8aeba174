import { parse } from '@billfold/protocol/contract'
import { generateKey, isHex32 } from '@billfold/protocol/wc/keys'
import { findForeignChain } from '@billfold/protocol/wc/namespaces'
import * as z from 'zod/mini'
import type { Log } from '../ports/log.ts'
import type { Storage } from '../ports/storage.ts'
import { keychainKey, sessionKey } from './storageKeys.ts'
import { isExpired, type WcSession, wcSession } from './wcSession.ts'

const seedName = 'client_ed25519_seed'

const keychain = z.record(z.string(), z.string().check(z.refine(isHex32)))
export type StoredClient = { session: WcSession; symKey: string }

/** Client state kept across page loads: key and session. */
export type WcStorage = {
  seed(): string
  load(nowMs: number): StoredClient | undefined
  save(kept: StoredClient | undefined): void
  /** Fires when another tab settled, changed or ended a session. */
  onChange(listener: () => void): () => void
}

/** Stores a client in the page's storage; drops inconsistent data. */
export function wcStorage(storage: Storage, log: Log): WcStorage {
  function read<T extends z.ZodMiniType>(key: string, schema: T): z.infer<T> | undefined {
    const text = storage.get(key)
    if (text === undefined) return undefined
    try {
      return parse(schema, JSON.parse(text))
    } catch (e) {
      log.info(`Dropped invalid data stored under ${key}`, e)
      return undefined
    }
  }
  const readKeys = () => read(keychainKey, keychain) ?? {}
  return {
    seed() {
      const keys = readKeys()
      const seed = keys[seedName] ?? generateKey()
      if (keys[seedName] === undefined) storage.set(keychainKey, JSON.stringify({ ...keys, [seedName]: seed }))
      return seed
    },
    load(nowMs) {
      const keys = readKeys()
      const kept = (read(sessionKey, z.array(wcSession)) ?? [])
        .map((session) => ({ session, symKey: keys[session.topic] }))
        .filter((k): k is StoredClient => k.symKey !== undefined)
        .filter(({ session }) => !isExpired(session, nowMs) && !findForeignChain(session.namespaces))
      return kept.at(-1)
    },
    save(kept) {
      const { [seedName]: seed } = readKeys()
      const keys = { ...(seed ? { [seedName]: seed } : {}), ...(kept ? { [kept.session.topic]: kept.symKey } : {}) }
      storage.set(keychainKey, JSON.stringify(keys))
      storage.set(sessionKey, kept ? JSON.stringify([kept.session]) : undefined)
    },
    onChange: (listener) => storage.onChange((key) => key === sessionKey && listener()),
  }
}

import { generateKey, isHex32 } from '@billfold/protocol/wc/keys'
import type { Remember } from '../walletSession.ts'
import type { WalletConnectSession } from './askings.ts'

type StoredWallet = { seed: string; sessions: WalletConnectSession[] }

/** Wallet state kept across page loads: the relay key and the sessions. */
export function createWalletStore(storage: Remember | undefined, key: string, now: () => number) {
  const kept = recall(storage, key)
  const sessions = new Map(
    kept.sessions.filter(({ expiry }) => expiry > now()).map((session) => [session.topic, session]),
  )
  const save = () => storage?.setItem(key, JSON.stringify({ seed: kept.seed, sessions: [...sessions.values()] }))
  if (storage) save()
  return {
    seed: kept.seed,
    all: (): WalletConnectSession[] => [...sessions.values()],
    get: (topic: string) => sessions.get(topic),
    set(session: WalletConnectSession) {
      sessions.set(session.topic, session)
      save()
    },
    delete(topic: string) {
      const had = sessions.delete(topic)
      if (had) save()
      return had
    },
  }
}

function recall(storage: Remember | undefined, key: string): StoredWallet {
  try {
    const { seed, sessions } = JSON.parse(storage?.getItem(key) ?? '') as StoredWallet
    if (isHex32(seed) && Array.isArray(sessions)) return { seed, sessions }
  } catch {
    // Nothing stored, or nothing valid: the wallet starts over.
  }
  return { seed: generateKey(), sessions: [] }
}

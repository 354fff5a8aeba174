import { KitError } from '@billfold/protocol/error'
import { sealWith } from '@billfold/protocol/wc/envelope'
import { relayLimits } from '@billfold/protocol/wc/relayRpc'
import { createPeerId } from '@billfold/protocol/wc/session'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { RelayPool } from './createRelayPool.ts'
import type { Hear, PeerAnswer } from './peers.ts'

/** A request that has no response yet. */
export type Waiting = {
  topic: string
  answerOn: string
  settle(answer: PeerAnswer): void
  /** A relay is back after an outage. */
  returned?(via?: string): void
}
export type OpenMessage = (message: string) => Promise<string>
export type Channel = { symKey: string; hear: Hear }
type PublishSettings = { tag: number; ttl: number; prompt?: boolean }
export type PeerParts = { relay: () => RelayPool; clock: Clock; log: Log }

/** Shared by requests and responses: topics with their keys, pending requests, and sealed messages. */
export type PeerMail = ReturnType<typeof createPeerMail>

export function createPeerMail({ relay, clock, log }: PeerParts) {
  const seen = recentTexts({ count: 2_048, letters: 4_000_000 })
  let lastId = 0

  const nextId = () => {
    lastId = Math.max(lastId + 1, createPeerId(clock.now()))
    return lastId
  }
  const seal = (symKey: string, text: object): string => {
    const message = sealWith(symKey, JSON.stringify({ jsonrpc: '2.0', ...text }))
    if (message.length > relayLimits.messageBytes)
      throw new KitError('body_too_large', { message: 'The request is too large for the relay' })
    // A relay that echoes our messages must not pass as the wallet.
    seen.add(message)
    return message
  }
  // An empty attestation declares that there is none, so that wallets do not query anyone else about this page.
  const publish = (topic: string, message: string, how: PublishSettings, via?: string) =>
    relay().publish({ topic, message, prompt: false, attestation: '', ...how }, via)

  return {
    relay,
    clock,
    log,
    seen,
    channels: new Map<string, Channel>(),
    openers: new Map<string, OpenMessage>(),
    waiting: new Map<number, Waiting>(),
    nextId,
    seal,
    publish,
  }
}

/** Remembers the latest texts, up to a count and total length; drops the oldest. */
export function recentTexts(limit: { count: number; letters: number }) {
  const texts = new Set<string>()
  let letters = 0
  return {
    has: (text: string): boolean => texts.has(text),
    add(text: string): void {
      if (texts.has(text)) return
      texts.add(text)
      letters += text.length
      for (const oldest of texts) {
        if (texts.size <= limit.count && letters <= limit.letters) return
        texts.delete(oldest)
        letters -= oldest.length
      }
    },
  }
}

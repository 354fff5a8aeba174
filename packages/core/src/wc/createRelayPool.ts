import { KitError } from '@billfold/protocol/error'
import type { relayContract } from '@billfold/protocol/wc/relayRpc'
import type * as z from 'zod/mini'
import type { RelayStatus } from '../model/relayStatus.ts'
import type { SocketParts } from './createReconnectingSocket.ts'
import { createRelay } from './createRelay.ts'
import type { Relay } from './relay.ts'

type Publish = z.input<(typeof relayContract)['irn_publish']['input']>

/**
 * Several relays that act as one. A wallet is on one of them, and no one knows on which until it responds: until then every relay
 * carries the topic, and one that is down delays nothing. Afterwards the wallet's relay carries it alone.
 */
export type RelayPool = Pick<Relay, 'status' | 'onStatus' | 'watch' | 'unwatch' | 'close'> & {
  /** Resolves when the first relay has stored the message. `via` sends it over that relay alone, if the relay carries the topic. */
  publish(input: Publish, via?: string): Promise<void>
  /** Lets one relay carry a topic alone; the others drop it. An unknown relay changes nothing. */
  bind(topic: string, name: string | undefined): void
  /** The relay that carries a topic alone, if there are several. */
  carrierOf(topic: string): string | undefined
}

type Parts = Omit<SocketParts, 'url'> & {
  /** At least one, by names that outlive the page. */
  relays: readonly { name: string; url: SocketParts['url'] }[]
  /** Returns whether the message was handled; one that was not stays in the mailbox, for another tab. */
  receive: (topic: string, message: string, via: string) => boolean
  /** A relay was unreachable, or could not work, and is back: it may have forgotten what it had accepted. */
  returned: (via: string) => void
}

/** From the best; `idle` says nothing about the others. */
const statuses: readonly RelayStatus[] = ['connected', 'reconnecting', 'unreachable']

/** Connects to each relay only while it carries a topic. */
export function createRelayPool({ relays, receive, returned, ...parts }: Parts): RelayPool {
  const carriers = new Map<string, string>()
  const members = relays.map(({ name, url }) => ({
    name,
    relay: createRelay({
      ...parts,
      url,
      hear: (topic, message) => receive(topic, message, name),
      returned: () => returned(name),
    }),
  }))
  const listeners = new Set<(status: RelayStatus) => void>()
  const findStatus = () => {
    const current = members.map(({ relay }) => relay.status())
    return statuses.find((status) => current.includes(status)) ?? 'idle'
  }
  let status: RelayStatus = 'idle'
  const follow = () => {
    const next = findStatus()
    if (next === status) return
    status = next
    for (const listener of [...listeners]) listener(next)
  }
  for (const { relay } of members) relay.onStatus(follow)

  const carries = (topic: string, name: string) => (carriers.get(topic) ?? name) === name
  const membersOf = (topic: string) => members.filter(({ name }) => carries(topic, name))
  const isKnown = (name: string | undefined) => members.some((member) => member.name === name)

  return {
    status: () => status,
    onStatus(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async publish(input, via) {
      const over = membersOf(input.topic).filter(({ name }) => (via ?? name) === name)
      await firstOf(over.map(({ relay }) => relay.call('irn_publish', input)))
    },
    async watch(topic) {
      await firstOf(membersOf(topic).map(({ relay }) => relay.watch(topic)))
    },
    unwatch(topic) {
      for (const { relay } of membersOf(topic)) relay.unwatch(topic)
      carriers.delete(topic)
    },
    bind(topic, name) {
      if (name === undefined || members.length < 2 || !isKnown(name) || carriers.get(topic) === name) return
      for (const member of membersOf(topic)) if (member.name !== name) member.relay.unwatch(topic)
      carriers.set(topic, name)
    },
    carrierOf: (topic) => carriers.get(topic),
    close() {
      for (const { relay } of members) relay.close()
      listeners.clear()
    },
  }
}

/** The first that succeeds; if none does, the first failure. */
async function firstOf<T>(attempts: readonly Promise<T>[]): Promise<T | undefined> {
  if (attempts.length < 2) return attempts[0]
  try {
    return await Promise.any(attempts)
  } catch (e) {
    throw KitError.from((e as AggregateError).errors[0])
  }
}

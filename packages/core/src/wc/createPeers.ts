import { KitError } from '@billfold/protocol/error'
import { sessionMethods } from '@billfold/protocol/wc/session'
import { peerError } from '@billfold/protocol/wc/wcErrors'
import { createPeerMail, type PeerParts } from './peerMail.ts'
import type { Peers } from './peers.ts'
import { receivePeer } from './receivePeer.ts'
import { expectAnswer, requestPeer } from './requestPeer.ts'

/** Exchanges messages with peers through relays. */
export function createPeers(parts: PeerParts): Peers {
  const mail = createPeerMail(parts)
  const { relay, log, channels, openers, waiting } = mail
  return {
    join({ topic, symKey, over }, hear) {
      channels.set(topic, { symKey, hear })
      relay().bind(topic, over)
      return relay().watch(topic)
    },
    joinAnswers(topic, open) {
      openers.set(topic, open)
      return relay().watch(topic)
    },
    leave(topic) {
      channels.delete(topic)
      openers.delete(topic)
      relay().unwatch(topic)
      for (const [id, { topic: own, settle }] of [...waiting])
        if (own === topic) {
          settle({ error: peerError('user_disconnected') })
          waiting.delete(id)
        }
    },
    ask: (request) => requestPeer(mail, request),
    expect(request) {
      expectAnswer(mail, request)
      // Earlier messages are still in the mailbox.
      relay()
        .watch(request.topic)
        .catch((e: unknown) => log.info('The mailbox waits for the relay', e))
    },
    async tell(topic, method, params) {
      const channel = channels.get(topic)
      if (!channel) throw new KitError('provider_disconnected')
      const message = mail.seal(channel.symKey, { id: mail.nextId(), method, params })
      await mail.publish(topic, message, sessionMethods[method].request)
    },
    receive: (topic, message, via) => receivePeer(mail, topic, message, via),
    returned(via) {
      for (const ask of [...waiting.values()]) ask.returned?.(via)
    },
    relayOf: (topic) => relay().carrierOf(topic),
    bind: (topic, name) => relay().bind(topic, name),
  }
}

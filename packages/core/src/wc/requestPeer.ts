import { parse } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import { relayLimits } from '@billfold/protocol/wc/relayRpc'
import { sessionMethods } from '@billfold/protocol/wc/session'
import { kitErrorOfPeer } from '@billfold/protocol/wc/wcErrors'
import { afterAwake } from '../ports/afterAwake.ts'
import type { Stop } from '../ports/clock.ts'
import type { PeerMail, Waiting } from './peerMail.ts'
import type { Ask, PeerAnswer, Peers } from './peers.ts'

/** Sends a request, and resolves with its validated response. */
export function requestPeer(mail: PeerMail, { topic, answerOn = topic, ...options }: Ask): Promise<unknown> {
  const { relay, clock, log, waiting } = mail
  const { method, timeoutMs, signal, onLate, onAfter } = options
  return new Promise((resolve, reject) => {
    const channel = mail.channels.get(topic)
    if (!channel) return reject(new KitError('provider_disconnected'))
    if (signal?.aborted) return reject(new KitError('aborted'))
    const id = mail.nextId()
    const until = clock.now() + timeoutMs
    /** Whether the relay may have lost it. */
    let isDoubtful = false
    const stops: Stop[] = []
    let isOver = false
    const end = (finish: () => void) => {
      if (isOver) return
      isOver = true
      waiting.delete(id)
      if (onLate)
        waiting.set(id, { topic, answerOn, settle: (answer) => 'result' in answer && take(answer.result, onLate) })
      for (const stop of stops) stop()
      finish()
    }
    /** The caller stops waiting. The wallet may still respond, even to a message that the relay never confirmed. */
    const fail = (e: KitError) => {
      if (isOver) return
      end(() => reject(e))
      if (onAfter) expectAnswer(mail, { topic, id, onAfter })
    }
    const take = (result: unknown, taken: (output: unknown) => void) => {
      try {
        taken(parse(sessionMethods[method].output, result))
      } catch (cause) {
        reject(new KitError('wallet_answer_invalid', { cause }))
      }
    }
    const timeoutError = () =>
      isDoubtful || relay().status() !== 'connected'
        ? new KitError('relay_unreachable', { message: 'The relay was down during the request' })
        : new KitError('timeout', options.late ? { message: options.late } : {})
    stops.push(afterAwake(clock, timeoutMs, () => fail(timeoutError())))
    const abort = () => fail(new KitError('aborted'))
    signal?.addEventListener('abort', abort)
    stops.push(() => signal?.removeEventListener('abort', abort))
    const own: Waiting = {
      topic,
      answerOn,
      settle: (answer) =>
        end(() => ('error' in answer ? reject(kitErrorOfPeer(answer.error)) : take(answer.result, resolve))),
    }
    waiting.set(id, own)
    const how = { ...sessionMethods[method].request, ...(options.ttl === undefined ? {} : { ttl: options.ttl }) }
    options.onId?.(id)
    try {
      const message = mail.seal(channel.symKey, { id, method, params: options.params })
      const again = async (via?: string) => {
        isDoubtful = true
        if (!options.isRepeatable) return
        const left = Math.max(relayLimits.ttlSeconds.min, Math.ceil((until - clock.now()) / 1000))
        await mail.publish(topic, message, { ...how, ttl: Math.min(how.ttl, left) }, via)
        isDoubtful = false
      }
      const sent = () => {
        own.returned = (via) => void again(via).catch((e: unknown) => log.info('Could not resend a request', e))
        options.onSent?.()
      }
      mail.publish(topic, message, how).then(sent, (e: unknown) => fail(KitError.from(e)))
    } catch (e) {
      fail(KitError.from(e))
    }
  })
}

/** Accepts a late response. */
export function expectAnswer({ waiting }: PeerMail, { topic, id, onAfter }: Parameters<Peers['expect']>[0]): void {
  const settle = (answer: PeerAnswer) => {
    waiting.delete(id)
    onAfter(answer)
  }
  waiting.set(id, { topic, answerOn: topic, settle })
}

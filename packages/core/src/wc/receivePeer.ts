import { parse } from '@billfold/protocol/contract'
import { openWith } from '@billfold/protocol/wc/envelope'
import {
  type PeerMessage,
  peerMessage,
  type SessionMethod,
  sessionMethodOf,
  sessionMethods,
} from '@billfold/protocol/wc/session'
import { type PeerError, peerError, type WcErrorName } from '@billfold/protocol/wc/wcErrors'
import type { Log } from '../ports/log.ts'
import type { Channel, OpenMessage, PeerMail } from './peerMail.ts'
import type { PeerAnswer, PeerRequest } from './peers.ts'

type Question = Extract<PeerMessage, { method: string }>
type Answer = Exclude<PeerMessage, Question>

const refusals: Partial<Record<SessionMethod, WcErrorName>> = {
  wc_sessionSettle: 'invalid_settle',
  wc_sessionUpdate: 'invalid_update',
  wc_sessionExtend: 'invalid_extend',
  wc_sessionEvent: 'invalid_event',
}

const unsupported: PeerAnswer = { error: peerError('unsupported_wc_method') }

/** Handles a message from a relay; returns whether it was for this page. */
export function receivePeer(mail: PeerMail, topic: string, message: string, via: string): boolean {
  const channel = mail.channels.get(topic)
  const open = mail.openers.get(topic)
  if (!channel && !open) return false
  if (mail.seen.has(message)) return true
  if (open) void receiveAnswer(mail, topic, message, open, via)
  return open ? true : hear(mail, topic, message, channel, via)
}

/** Opening is asynchronous here; the mailbox is not shared, so taking the message early loses nothing. */
async function receiveAnswer(mail: PeerMail, topic: string, message: string, open: OpenMessage, via: string) {
  mail.seen.add(message)
  try {
    const opened = parse(peerMessage, JSON.parse(await open(message)))
    if (!('method' in opened) && mail.waiting.get(opened.id)?.answerOn === topic) answered(mail, opened, topic, via)
  } catch (e) {
    mail.log.error('A message was rejected', e)
  }
}

function hear(mail: PeerMail, topic: string, message: string, channel: Channel | undefined, via: string): boolean {
  const { seen, waiting, log } = mail
  if (!channel) return false
  try {
    const opened = parse(peerMessage, JSON.parse(openWith(channel.symKey, message)))
    // Not ours: perhaps another tab's, which shares the mailbox. It stays there until taken or expired.
    if (!('method' in opened) && waiting.get(opened.id)?.answerOn !== topic) return false
    seen.add(message)
    if ('method' in opened) answerTo(mail, topic, channel, opened)
    else answered(mail, opened, topic, via)
  } catch (e) {
    seen.add(message)
    log.error('A message was rejected', e)
  }
  return true
}

/** Only a wallet has the key of a response: the relay that delivered it is the wallet's. */
function answered({ relay, waiting }: PeerMail, answer: Answer, topic: string, via: string): void {
  relay().bind(topic, via)
  waiting.get(answer.id)?.settle('error' in answer ? { error: answer.error as PeerError } : { result: answer.result })
}

function answerTo({ seal, publish, log }: PeerMail, topic: string, channel: Channel, question: Question): void {
  const method = sessionMethodOf(question.method)
  const answer = method ? judge(log, channel, question.id, method, question.params) : unsupported
  if (!answer) return
  const { tag, ttl } = method ? sessionMethods[method].response : { tag: 0, ttl: 300 }
  publish(topic, seal(channel.symKey, { id: question.id, ...answer }), { tag, ttl }).catch((e: unknown) =>
    log.info('A response did not reach the relay', e),
  )
}

function judge(log: Log, channel: Channel, id: number, method: SessionMethod, params: unknown): PeerAnswer | undefined {
  let request: PeerRequest
  try {
    request = { id, method, params: parse(sessionMethods[method].input, params) } as PeerRequest
  } catch (e) {
    log.error(`${method} was rejected`, e)
    return { error: peerError(refusals[method] ?? 'invalid_method') }
  }
  return channel.hear(request)
}

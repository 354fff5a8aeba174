import { KitError } from '@billfold/protocol/error'
import { type RelayErrorName, relayErrors } from '@billfold/protocol/wc/relayRpc'
import * as z from 'zod/mini'
import { MailboxError } from './mailboxQuery.ts'

/** A rejected request: an error of the protocol's table, and one sentence. */
export class RelayError extends Error {
  override name = 'RelayError'
  readonly why: RelayErrorName

  constructor(why: RelayErrorName, message: string) {
    super(message)
    this.why = why
  }
}

/** The error that a client gets; unforeseen ones are `internal`, without their text. */
export function toRelayError(e: unknown): RelayError {
  if (e instanceof RelayError) return e
  if (e instanceof MailboxError && e.isRefusal) return new RelayError('payload', 'This message cannot be stored')
  if (e instanceof MailboxError) return new RelayError('unavailable', 'The mailbox is unavailable now')
  if (e instanceof KitError && e.code === 'unknown_method') return new RelayError('unknown_method', 'Method not found')
  if (e instanceof KitError && e.code === 'invalid_input' && e.cause instanceof z.core.$ZodError)
    return ofIssue(e.cause)
  return new RelayError('internal', 'Something went wrong')
}

export const wireError = ({ why, message }: RelayError) => ({ ...relayErrors[why], message })

function ofIssue({ issues: [issue] }: z.core.$ZodError): RelayError {
  const message = `Invalid params: ${issue?.message ?? 'not understood'}`
  if (issue?.path.at(-1) === 'ttl' && issue.code === 'too_small') return new RelayError('ttl_too_short', message)
  if (issue?.path.at(-1) === 'ttl' && issue.code === 'too_big') return new RelayError('ttl_too_long', message)
  return new RelayError('payload', message)
}

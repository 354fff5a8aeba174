import { KitError } from '@billfold/protocol/error'

/** A visitor exceeds its share: answered with 429 and the seconds to wait, without effect on others. */
export class RateLimitError extends KitError {
  readonly retryAfterS: number

  constructor(retryAfterS: number, message = `Too many requests: try again in ${retryAfterS} seconds.`) {
    super('too_many_requests', { message, cause: { retryAfterS } })
    this.retryAfterS = retryAfterS
  }
}

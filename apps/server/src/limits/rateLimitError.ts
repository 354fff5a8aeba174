import { KitError } from '@billfold/protocol/error'

/** One visitor asks for more than its share: answered with 429 and the seconds to wait, and no one else is held up. */
export class RateLimitError extends KitError {
  readonly retryAfterS: number

  constructor(retryAfterS: number, message = `Too many requests: try again in ${retryAfterS} seconds.`) {
    super('too_many_requests', { message, cause: { retryAfterS } })
    this.retryAfterS = retryAfterS
  }
}

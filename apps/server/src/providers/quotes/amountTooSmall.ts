import { KitError } from '@billfold/protocol/error'

/** There is a route, but for so little nothing comes out of it: an answer of a source, and no failure of it. */
export class AmountTooSmall extends KitError {
  constructor() {
    super('missing_input', { message: 'The amount is too small: nothing would come out.' })
  }
}

import { KitError } from '@billfold/protocol/error'

/** There is a route, but the amount is too small for any output: a source's answer, not its failure. */
export class AmountTooSmall extends KitError {
  constructor() {
    super('missing_input', { message: 'The amount is too small: nothing would come out.' })
  }
}

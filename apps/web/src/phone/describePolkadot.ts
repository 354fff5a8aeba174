import { accountFact } from './accountFact.ts'
import type { Describe } from './describe.ts'
import { fieldsOf, textOf } from './readableText.ts'

/** Polkadot's requests: messages, and calls as the chain numbers them. */
export const describePolkadot: Describe = ({ method, params }) => {
  const { address, message, transactionPayload } = fieldsOf(params)
  const facts = [accountFact(address)]
  switch (method) {
    case 'polkadot_signMessage':
      return { title: 'Sign a message', facts, text: textOf(message) }
    case 'polkadot_signTransaction': {
      const caution = 'It calls the chain; the wallet cannot say what that does.'
      return { title: 'Sign a transaction', facts, text: textOf(fieldsOf(transactionPayload).method), caution }
    }
    default:
      return undefined
  }
}

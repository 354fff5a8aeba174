import { decimalOf } from '@billfold/protocol/decimalOf'
import type { SignerPayload } from '@billfold/protocol/polkadot/extrinsic'
import { describeExtrinsic, type ExtrinsicStep } from '@billfold/testkit/polkadot/describeExtrinsic'
import { requestRpc } from '@billfold/testkit/requestRpc'
import { accountFact } from './accountFact.ts'
import type { Describe, Described, Fact, Known } from './describe.ts'
import { fieldsOf, textOf } from './readableText.ts'

/** Polkadot's requests: messages, and transactions by their effect, if the chain's node knows it. */
export const describePolkadot: Describe = ({ chainId, method, params }, known) => {
  const { address, message, transactionPayload } = fieldsOf(params)
  switch (method) {
    case 'polkadot_signMessage':
      return { title: 'Sign a message', facts: [accountFact(address)], text: textOf(message) }
    case 'polkadot_signTransaction':
      return describeTransaction(chainId, accountFact(address), fieldsOf(transactionPayload), known)
    default:
      return undefined
  }
}

async function describeTransaction(
  chainId: string,
  account: Fact,
  payload: Record<string, unknown>,
  known: Known,
): Promise<Described> {
  const title = 'Sign a transaction'
  const url = known.rpcUrl(chainId)
  try {
    if (url === undefined) throw new Error('No node configured')
    const steps = await describeExtrinsic(payload as SignerPayload, (...request) => requestRpc(url, ...request))
    const facts = steps.map(factsOf)
    const [only] = facts.length === 1 ? facts : []
    const amount = only?.find(({ label }) => label === 'Sends')?.value
    return { title, ...(amount && { amount }), facts: [account, ...facts.flat()] }
  } catch {
    // Shown raw; the wallet rejects an invalid one with its own error.
    const caution = 'It calls the chain; the wallet cannot say what that does.'
    return { title, facts: [account], text: textOf(payload.method), caution }
  }
}

function factsOf(step: ExtrinsicStep): Fact[] {
  if (step.kind === 'move') {
    const { amount, decimals, symbol, to } = step
    return [
      { label: 'Sends', value: `${decimalOf({ amount, decimals })} ${symbol}` },
      { label: 'To', value: to, isAddress: true },
    ]
  }
  return [{ label: 'Calls', value: step.name }, ...step.given.map(({ name, value }) => ({ label: name, value }))]
}

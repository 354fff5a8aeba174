import { decimalOf } from '@billfold/protocol/decimalOf'
import { decodeBase64 } from '@billfold/protocol/wc/base64'
import { realmOf } from '@billfold/testkit/bitcoin/bitcoinKey'
import { accountFact } from './accountFact.ts'
import type { AskedRequest, Describe, Described, Known } from './describe.ts'
import { asItCame, fieldsOf, textOf } from './readableText.ts'

/** Bitcoin's requests: messages, payments, and PSBTs by their recipients. */
export const describeBitcoin: Describe = (request, known) => {
  const { account, address, message, recipientAddress, amount } = fieldsOf(request.params)
  switch (request.method) {
    case 'signMessage':
      return { title: 'Sign a message', facts: [accountFact(address ?? account)], text: textOf(message) }
    case 'sendTransfer': {
      const to = { label: 'To', value: String(recipientAddress ?? 'nobody named'), isAddress: true }
      const units = typeof amount === 'string' && /^\d{1,16}$/.test(amount) ? BigInt(amount) : undefined
      return {
        title: 'Send',
        amount: units === undefined ? asItCame(amount) : coins(request.chainId, units, known),
        facts: [accountFact(account), to],
      }
    }
    case 'signPsbt':
      return describePsbt(request, known)
    case 'getAccountAddresses':
      return { title: 'Share your addresses', facts: account === undefined ? [] : [accountFact(account)] }
    default:
      return undefined
  }
}

async function describePsbt({ chainId, params }: AskedRequest, known: Known): Promise<Described> {
  const { account, psbt, broadcast } = fieldsOf(params)
  const title = broadcast === true ? 'Sign and send a payment' : 'Sign a payment'
  try {
    const { paymentsOf } = await import('@billfold/testkit/bitcoin/signPsbt')
    const { outputs, fee } = paymentsOf(decodeBase64(String(psbt)), realmOf(chainId))
    const paid = outputs.filter(({ to }) => to !== account)
    const back = outputs.filter(({ to }) => to === account).reduce((sum, { value }) => sum + value, 0n)
    const sum = paid.reduce((all, { value }) => all + value, 0n)
    const facts = paid.flatMap(({ to, value }) => [
      ...(paid.length > 1 ? [{ label: 'Pays', value: coins(chainId, value, known) }] : []),
      { label: 'To', value: to, isAddress: true },
    ])
    return {
      title,
      amount: coins(chainId, sum, known),
      facts: [
        accountFact(account),
        ...facts,
        { label: 'Network fee', value: coins(chainId, fee, known) },
        ...(back > 0n ? [{ label: 'Comes back', value: coins(chainId, back, known) }] : []),
      ],
    }
  } catch {
    // Shown raw; the wallet rejects it with its own error.
    const caution = 'The wallet can’t read this transaction.'
    return { title, facts: [accountFact(account)], text: textOf(psbt), caution }
  }
}

function coins(chainId: string, amount: bigint, known: Known): string {
  const { symbol, decimals } = known.coin(chainId)
  return `${decimalOf({ amount, decimals })} ${symbol}`
}

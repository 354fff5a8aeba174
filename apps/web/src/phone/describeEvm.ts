import { cleanText } from '@billfold/protocol/cleanText'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { accountFact } from './accountFact.ts'
import type { Describe, Described, Known } from './describe.ts'
import { asItCame, fieldsOf, textOf } from './readableText.ts'

/** An EVM chain's requests: messages, typed data, and calls by their transfers. */
export const describeEvm: Describe = ({ chainId, method, params }, known) => {
  const list = Array.isArray(params) ? params : []
  switch (method) {
    case 'personal_sign': {
      const [message, address] = isAddress(list[0]) && !isAddress(list[1]) ? [list[1], list[0]] : list
      return { title: 'Sign a message', facts: [accountFact(address)], text: textOf(message) }
    }
    case 'eth_signTypedData_v4':
      return typedData(list)
    case 'eth_sendTransaction':
      return transaction(chainId, fieldsOf(list[0]), known)
    default:
      return undefined
  }
}

function transaction(chainId: string, call: Record<string, unknown>, known: Known): Described {
  const { symbol, decimals } = known.coin(chainId)
  const value = quantity(call.value)
  const to = String(call.to ?? '')
  const data = String(call.data ?? call.input ?? '0x')
  const from = accountFact(call.from)
  const [selector, ...words] = [data.slice(0, 10), data.slice(10, 74), data.slice(74, 138)]
  const isTokenCall = data.length === 138 && (selector === '0xa9059cbb' || selector === '0x095ea7b3')
  if (isTokenCall && value === 0n) {
    const token = known.token(chainId, to)
    const units = BigInt(`0x${words[1]}`)
    const amount = token
      ? `${decimalOf({ amount: units, decimals: token.decimals })} ${token.symbol}`
      : `${units} token units`
    const other = { value: `0x${words[0]?.slice(24)}`, isAddress: true }
    const contract = { label: 'Token', value: to, isAddress: true }
    return selector === '0xa9059cbb'
      ? { title: 'Send a token', amount, facts: [from, { label: 'To', ...other }, contract] }
      : {
          title: 'Approve token spending',
          amount: units >= 2n ** 255n ? `all your ${token?.symbol ?? 'tokens'}` : amount,
          facts: [from, { label: 'Spender', ...other }, contract],
          caution: 'The spender can take this much at any time.',
        }
  }
  const facts = [from, ...(to ? [{ label: 'To', value: to, isAddress: true }] : [])]
  const calls =
    data === '0x' ? {} : { text: data, caution: 'This calls a contract. The wallet can’t tell what it does.' }
  const title = to ? (data === '0x' ? 'Send' : 'Call a contract') : 'Deploy a contract'
  return { title, amount: `${decimalOf({ amount: value, decimals })} ${symbol}`, facts, ...calls }
}

function typedData([address, raw]: readonly unknown[]): Described {
  const data = (typeof raw === 'string' ? parsed(raw) : raw) as { domain?: Record<string, unknown>; message?: unknown }
  const { name, verifyingContract } = data?.domain ?? {}
  const facts = [accountFact(address)]
  if (name !== undefined) facts.push({ label: 'For', value: cleanText(String(name), 80) })
  if (isAddress(verifyingContract)) facts.push({ label: 'Contract', value: String(verifyingContract), isAddress: true })
  return { title: 'Sign typed data', facts, text: asItCame(data?.message ?? data) }
}

const isAddress = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

function quantity(value: unknown): bigint {
  return typeof value === 'string' && /^0x[0-9a-fA-F]+$/.test(value) ? BigInt(value) : 0n
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { message: text }
  }
}

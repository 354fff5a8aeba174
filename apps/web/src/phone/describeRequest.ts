import { decodeBase58 } from '@billfold/protocol/base58'
import { cleanText } from '@billfold/protocol/cleanText'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { accountFact, type Fact } from './accountFact.ts'
import { describeSolana } from './describeSolana.ts'

/** A request in words: enough to decide about it. */
export type Described = { title: string; amount?: string; facts: Fact[]; text?: string; caution?: string }
/** What the phone knows of the chains it is asked about. */
export type Known = {
  symbolOf(chainId: string): string
  token(chainId: string, address: string): { symbol: string; decimals: number } | undefined
}
type Request = { chainId: string; method: string; params: unknown }

/** Says what a site wants signed or sent. What is not understood is shown as it came. */
export function describeRequest({ chainId, method, params }: Request, known: Known): Described {
  const list = Array.isArray(params) ? params : []
  const fields = (Array.isArray(params) ? list[0] : params) as Record<string, unknown> | undefined
  switch (method) {
    case 'personal_sign': {
      const [message, address] = isAddress(list[0]) && !isAddress(list[1]) ? [list[1], list[0]] : list
      return { title: 'Sign a message', facts: [accountFact(address)], text: textOf(message) }
    }
    case 'solana_signMessage':
      return { title: 'Sign a message', facts: [accountFact(fields?.pubkey)], text: base58Text(fields?.message) }
    case 'solana_signTransaction':
    case 'solana_signAndSendTransaction': {
      const verb = method === 'solana_signTransaction' ? 'Sign' : 'Sign and send'
      return describeSolana(`${verb} a transaction`, fields?.pubkey, [fields?.transaction])
    }
    case 'solana_signAllTransactions': {
      const all: unknown[] = Array.isArray(fields?.transactions) ? fields.transactions : []
      return describeSolana(
        `Sign ${all.length === 1 ? 'a transaction' : `${all.length} transactions`}`,
        fields?.pubkey,
        all,
      )
    }
    case 'signMessage':
    case 'polkadot_signMessage': {
      const signer = accountFact(fields?.address ?? fields?.account)
      return { title: 'Sign a message', facts: [signer], text: textOf(fields?.message) }
    }
    case 'eth_signTypedData_v4':
      return typedData(list)
    case 'eth_sendTransaction':
      return transaction(chainId, fields ?? {}, known)
    case 'getAccountAddresses':
      return { title: 'Share your addresses', facts: [] }
    default:
      return { title: method, facts: [], text: pretty(params), caution: 'The wallet does not know this request.' }
  }
}

function transaction(chainId: string, call: Record<string, unknown>, known: Known): Described {
  const symbol = known.symbolOf(chainId)
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
      : `${units} units of a token`
    const other = { value: `0x${words[0]?.slice(24)}`, isAddress: true }
    const contract = { label: 'Token', value: to, isAddress: true }
    return selector === '0xa9059cbb'
      ? { title: 'Send a token', amount, facts: [from, { label: 'To', ...other }, contract] }
      : {
          title: 'Let somebody spend a token',
          amount: units >= 2n ** 255n ? `all your ${token?.symbol ?? 'units of a token'}` : amount,
          facts: [from, { label: 'Spender', ...other }, contract],
          caution: 'The spender may take this much at any time.',
        }
  }
  const facts = [from, ...(to ? [{ label: 'To', value: to, isAddress: true }] : [])]
  const calls =
    data === '0x' ? {} : { text: data, caution: 'It calls a contract; the wallet cannot say what that does.' }
  const title = to ? (data === '0x' ? 'Send' : 'Call a contract') : 'Put a contract on the chain'
  return { title, amount: `${decimalOf({ amount: value, decimals: 18 })} ${symbol}`, facts, ...calls }
}

function typedData([address, raw]: readonly unknown[]): Described {
  const data = (typeof raw === 'string' ? parsed(raw) : raw) as { domain?: Record<string, unknown>; message?: unknown }
  const { name, verifyingContract } = data?.domain ?? {}
  const facts = [accountFact(address)]
  if (name !== undefined) facts.push({ label: 'For', value: cleanText(String(name), 80) })
  if (isAddress(verifyingContract)) facts.push({ label: 'Contract', value: String(verifyingContract), isAddress: true })
  return { title: 'Sign typed data', facts, text: pretty(data?.message ?? data) }
}

const isAddress = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
const pretty = (value: unknown): string => JSON.stringify(value, null, 2)?.slice(0, 20_000) ?? 'nothing'

function quantity(value: unknown): bigint {
  return typeof value === 'string' && /^0x[0-9a-fA-F]+$/.test(value) ? BigInt(value) : 0n
}

/** Bytes in hexadecimal as their text where they are one; anything else as it came. */
function textOf(message: unknown): string {
  if (typeof message !== 'string') return pretty(message)
  if (!/^0x([0-9a-fA-F]{2})+$/.test(message)) return message
  const bytes = Uint8Array.from(message.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return utf8(bytes) ?? message
}

function base58Text(message: unknown): string {
  if (typeof message !== 'string') return pretty(message)
  try {
    return utf8(decodeBase58(message)) ?? message
  } catch {
    return message // not base58: shown as it came
  }
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { message: text }
  }
}

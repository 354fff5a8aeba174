import { cleanText } from '@billfold/protocol/cleanText'
import { swapErrors } from '@billfold/protocol/swapErrors'
import { decodeAbiParameters, parseAbi, toFunctionSelector } from 'viem/utils'
import type { Refusal } from '../../model/transfer.ts'

const saidSelector = '0x08c379a0'
const panicSelector = '0x4e487b71'
/** `ExecutionFailed(uint256,bytes)`: the router reports which step failed, with the reason inside. */
const stepSelector = '0x2c4029e9'

/** Known errors of tokens, Permit2 and Uniswap's router; others show their selector. */
const known = parseAbi([
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InvalidSender(address sender)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error EnforcedPause()',
  'error ExpectedPause()',
  'error InsufficientBalance()',
  'error TransferFailed()',
  'error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)',
  'error OwnableUnauthorizedAccount(address account)',
  'error FailedInnerCall()',
  'error FailedCall()',
  ...swapErrors,
])
const names = new Map(
  known.map((error) => [
    toFunctionSelector(`${error.name}(${error.inputs.map(({ type }) => type).join(',')})`),
    error.name,
  ]),
)

/** Why the chain rejected a call; undefined if the node failed instead. */
export function refusalOf(e: unknown): Refusal | undefined {
  const { data, isRevert, text } = walk(e)
  if (data !== undefined && data.length >= 10) return refusalIn(data)
  if (/insufficient funds|insufficient balance for transfer|doesn't have enough funds/i.test(text))
    return { kind: 'noFunds' }
  if (!isRevert) return undefined
  const reason = /reverted(?: with reason string)?:? '?"?(.+?)'?"?$/i.exec(text)?.[1]
  const clean = cleanText(reason, 160)
  return clean && !/without a? ?reason/i.test(clean) ? { kind: 'said', text: clean } : { kind: 'silent' }
}

/** The revert data, `0x` if empty; undefined if the node failed instead. */
export function refusedWith(e: unknown): string | undefined {
  const { data, isRevert } = walk(e)
  return data ?? (isRevert ? '0x' : undefined)
}

/** Decodes revert data. */
export function refusalIn(data: string): Refusal {
  if (data.length < 10) return { kind: 'silent' }
  const selector = data.slice(0, 10).toLowerCase()
  const rest = `0x${data.slice(10)}` as const
  try {
    if (selector === saidSelector) {
      const text = cleanText(decodeAbiParameters([{ type: 'string' }], rest)[0], 160)
      return text ? { kind: 'said', text } : { kind: 'silent' }
    }
    if (selector === stepSelector)
      return refusalIn(decodeAbiParameters([{ type: 'uint256' }, { type: 'bytes' }], rest)[1])
    if (selector === panicSelector)
      return { kind: 'panic', code: Number(decodeAbiParameters([{ type: 'uint256' }], rest)[0]) }
  } catch {
    // Truncated or invalid: only the selector is known.
  }
  const name = names.get(selector as `0x${string}`)
  return name === undefined ? { kind: 'coded', selector } : { kind: 'named', name }
}

/** Walks an error as wallets and nodes nest them. */
function walk(e: unknown): { data?: string; isRevert: boolean; text: string } {
  let [data, isRevert, text]: [string | undefined, boolean, string] = [undefined, false, '']
  const todo: unknown[] = [e]
  for (let seen = 0; todo.length > 0 && seen < 12; seen++) {
    const at = todo.shift()
    if (typeof at === 'string' && /^0x(?:[0-9a-fA-F]{2})+$/.test(at)) data ??= at
    if (typeof at !== 'object' || at === null) continue
    const { code, message, ...more } = at as Record<string, unknown>
    const own = typeof message === 'string' ? message : ''
    if (code === 3 || /revert/i.test(own)) isRevert = true
    if (/revert|insufficient|enough funds/i.test(own)) text ||= own.slice(0, 500)
    const { cause } = at as { cause?: unknown }
    todo.push(...[more.data, more.originalError, more.error, cause].filter((inner) => inner !== undefined))
  }
  return { ...(data === undefined ? {} : { data }), isRevert, text }
}

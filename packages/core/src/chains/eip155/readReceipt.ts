import type { Gain } from '../transfers.ts'
import { readQuantity } from './quantity.ts'

export type Node = Readonly<Record<string, unknown>>
export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
export const isSame = (a: unknown, b: string): boolean => typeof a === 'string' && a.toLowerCase() === b.toLowerCase()

/** The ERC-4337 entry points, 0.6 to 0.9. */
const entryPoints = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
]
const events = {
  operation: '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
  safeSuccess: '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
  safeFailure: '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23',
  moduleFailure: '0xacd2c8702804128fdb0db2bb49f6d127dd0181c13fd45dbfe16de0930e2bd375',
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
}

type Log = { address: string; topics: readonly string[]; data: string }

function logsOf(receipt: Node): readonly Log[] {
  if (!Array.isArray(receipt.logs)) return []
  return receipt.logs.filter(
    (log): log is Log =>
      isNode(log) &&
      typeof log.address === 'string' &&
      typeof log.data === 'string' &&
      Array.isArray(log.topics) &&
      log.topics.every((topic) => typeof topic === 'string'),
  )
}

const isTopic = (topic: string | undefined, address: string) =>
  topic?.length === 66 && topic.slice(-40).toLowerCase() === address.slice(2).toLowerCase()
const wordAt = (data: string, at: number) => {
  const word = data.slice(2 + at * 64, 66 + at * 64)
  return /^[0-9a-f]{64}$/i.test(word) ? BigInt(`0x${word}`) : undefined
}

/**
 * Whether an account's own operation succeeded, by receipt and logs: a bundle or relayed transaction may succeed
 * although it reverted. Undefined if it contains several of the account's operations with different outcomes.
 */
export function didSucceed(receipt: Node, account: string): boolean | undefined {
  if (readQuantity(receipt.status, 'status') !== 1n) return false
  const parts = logsOf(receipt).flatMap(({ address, topics, data }): (boolean | undefined)[] => {
    const [name, , sender] = topics
    const isEntryPoint = entryPoints.includes(address.toLowerCase()) || isSame(receipt.to, address)
    if (name === events.operation && isTopic(sender, account) && isEntryPoint) return [wordAt(data, 1) === 1n]
    if (!isSame(address, account)) return []
    if (name === events.safeFailure || name === events.moduleFailure) return [false]
    return name === events.safeSuccess ? [true] : []
  })
  return new Set(parts).size > 1 ? undefined : (parts[0] ?? true)
}

/** The net gain of a token's owner in a receipt; undefined without transfers. */
export function tokensGained(receipt: Node, { owner, token }: Gain & { token: string }): bigint | undefined {
  const moved = logsOf(receipt).flatMap(({ address, topics: [name, from, to, more], data }) => {
    const amount = wordAt(data, 0)
    const isTransfer = name === events.transfer && more === undefined && isSame(address, token)
    if (!isTransfer || amount === undefined || isTopic(from, owner) === isTopic(to, owner)) return []
    return [isTopic(to, owner) ? amount : -amount]
  })
  return moved.length === 0 ? undefined : moved.reduce((sum, each) => sum + each, 0n)
}

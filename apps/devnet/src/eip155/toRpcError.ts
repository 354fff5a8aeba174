import { RpcError } from '../rpcError.ts'

const hexData = /^0x([0-9a-f]{2})*$/i

// Wallets and libraries recognize failures by the words of Ethereum's most used node; EDR has its own.
const wordings: readonly (readonly [pattern: RegExp, words: string])[] = [
  [
    /^Sender doesn't have enough funds to send tx\. The max upfront cost is: (\d+) and the sender's balance is: (\d+)\.$/,
    'insufficient funds for gas * price + value: balance $2, tx cost $1',
  ],
  [
    /^Transaction nonce too low\. Expected nonce to be at least (\d+) but got (\d+)\.$/,
    'nonce too low: next nonce $1, tx nonce $2',
  ],
  [/^Known transaction: .*$/, 'already known'],
  [/^Replacement transaction underpriced\..*$/, 'replacement transaction underpriced'],
  [/^Transaction requires at least (\d+) gas but got (\d+)$/, 'intrinsic gas too low: have $2, want $1'],
  [
    /^Transaction gas limit is (\d+) and exceeds transaction gas cap of (\d+)$/,
    'transaction gas limit too high (cap: $2, tx: $1)',
  ],
  [/^Transaction gas limit is \d+ and exceeds block gas limit of \d+$/, 'exceeds block gas limit'],
  [/^Transaction ran out of gas$/, 'out of gas'],
  [/^VM Exception while processing transaction: invalid opcode$/, 'invalid opcode: INVALID'],
]

const reason = /reverted with (?:reason string '(.*)'|panic code (0x[0-9a-f]+ \(.*\)))$/s

/** EDR's error in the shape and the words of Ethereum nodes: a revert is code 3 and carries its raw bytes. */
export function toRpcError(error: { code: number; message: string; data?: unknown }): RpcError {
  const inner =
    typeof error.data === 'object' && error.data !== null ? (error.data as { data?: unknown }).data : undefined
  if (typeof inner === 'string' && hexData.test(inner) && /revert/i.test(error.message)) {
    const [, text, panic] = reason.exec(error.message) ?? []
    const why = text ?? (panic === undefined ? undefined : `panic code ${panic}`)
    return new RpcError(3, why === undefined ? 'execution reverted' : `execution reverted: ${why}`, inner)
  }
  const row = wordings.find(([pattern]) => pattern.test(error.message))
  return new RpcError(error.code, row ? error.message.replace(row[0], row[1]) : error.message)
}

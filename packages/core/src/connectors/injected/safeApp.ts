import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import type { Ports } from '../../ports/ports.ts'
import { untilAborted } from '../../ports/untilAborted.ts'
import { withDeadline } from '../../ports/withDeadline.ts'

/** The version of Safe's protocol that our messages follow (`@safe-global/safe-apps-sdk`). */
const sdkVersion = '9.1.0'
const readMs = 10_000

const response = z.object({
  id: z.string(),
  success: z.boolean(),
  data: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const count = z.int().check(z.gte(0), z.lte(1_000))
const safeInfo = z.object({
  safeAddress: address,
  chainId: z.int().check(z.gte(1)),
  isReadOnly: z.optional(z.boolean()),
})
const details = z.object({
  txStatus: z.string(),
  txHash: z.optional(z.nullable(hash)),
  detailedExecutionInfo: z.optional(
    z.nullable(
      z.object({
        confirmationsRequired: z.optional(count),
        confirmations: z.optional(z.array(z.unknown())),
      }),
    ),
  ),
})

export type SafeInfo = z.infer<typeof safeInfo>
export type SafeTransaction = z.infer<typeof details>
export type SafeCall = { to: string; value: string; data: string }
/** The result of a signature request: owners sign off chain, or approve a transaction that marks the message as signed. */
export type SafeSigning = { messageHash: string } | { safeTxHash: string }

export type SafeApp = ReturnType<typeof createSafeApp>

/** Sends requests to the Safe whose page shows this one, by the messages of Safe's own SDK. */
export function createSafeApp({ page, clock }: Ports) {
  const parent = page.global('parent') as Window | undefined

  /** A request; the Safe's prompts take their owner's time, so only reads have a deadline. */
  const send = (method: string, params?: unknown, signal?: AbortSignal): Promise<unknown> => {
    let stop = () => {}
    const answer = new Promise<unknown>((resolve, reject) => {
      const id = page.randomId()
      const onMessage = (e: Event) => {
        const { source, data } = e as MessageEvent
        const read = source === parent ? z.safeParse(response, data) : undefined
        if (!read?.success || read.data.id !== id) return
        if (read.data.success) resolve(read.data.data)
        else reject(rejection(read.data.error))
      }
      page.events.addEventListener('message', onMessage)
      stop = () => page.events.removeEventListener('message', onMessage)
      // To any origin: each operator of a Safe has their own. Nothing here is secret.
      parent?.postMessage({ id, method, params, env: { sdkVersion } }, '*')
    })
    return untilAborted(signal, answer).finally(stop)
  }
  const read = async <T extends z.ZodMiniType>(shape: T, answer: Promise<unknown>): Promise<z.infer<T>> => {
    const value = await answer
    const result = z.safeParse(shape, value)
    if (!result.success) throw new KitError('wallet_answer_invalid', { cause: value })
    return result.data
  }
  const soon = (method: string, params?: unknown, signal?: AbortSignal) =>
    withDeadline(clock, readMs, send(method, params, signal))
  const signed = z.union([z.object({ messageHash: hash }), z.object({ safeTxHash: hash })])

  return {
    readInfo: (signal?: AbortSignal): Promise<SafeInfo> => read(safeInfo, soon('getSafeInfo', undefined, signal)),
    readTransaction: (safeTxHash: string, signal?: AbortSignal): Promise<SafeTransaction> =>
      read(details, soon('getTxBySafeTxHash', { safeTxHash }, signal)),
    /** A read of the Safe's own node. */
    call: (method: string, params: unknown, signal?: AbortSignal) =>
      soon('rpcCall', { call: method, params: params ?? [] }, signal),
    async sendTransactions(txs: readonly SafeCall[], signal?: AbortSignal): Promise<string> {
      const shape = z.object({ safeTxHash: hash })
      return (await read(shape, send('sendTransactions', { txs, params: {} }, signal))).safeTxHash
    },
    signMessage: (message: string, signal?: AbortSignal): Promise<SafeSigning> =>
      read(signed, send('signMessage', { message }, signal)),
    signTypedMessage: (typedData: unknown, signal?: AbortSignal): Promise<SafeSigning> =>
      read(signed, send('signTypedMessage', { typedData }, signal)),
    /** The owners' signatures of a message; empty until enough of them have signed. */
    readSignature: (messageHash: string, signal?: AbortSignal): Promise<string> =>
      read(
        z.string().check(z.regex(/^(0x[0-9a-fA-F]*)?$/), z.maxLength(20_000)),
        soon('getOffChainSignature', messageHash, signal),
      ),
    /** Lets owners sign messages without a transaction. Older Safes do not know the setting. */
    async preferOffChain(signal?: AbortSignal): Promise<void> {
      await soon('rpcCall', { call: 'safe_setSettings', params: [{ offChainSigning: true }] }, signal).catch(() => {})
    },
  }
}

/** Safe's errors are sentences; its own page says "rejected" where EIP-1193 says 4001. */
function rejection(error: unknown): Error {
  const message = typeof error === 'string' ? error.slice(0, 300) : 'The Safe rejected the request'
  return Object.assign(new Error(message), /reject|denied|cancel/i.test(message) ? { code: 4001 } : {})
}

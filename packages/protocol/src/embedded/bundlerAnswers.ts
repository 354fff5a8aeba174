import * as z from 'zod/mini'
import { KitError } from '../error.ts'

const number = (digits: number) =>
  z.pipe(
    z.string().check(z.regex(new RegExp(`^0x[0-9a-fA-F]{1,${digits}}$`))),
    z.transform((text) => BigInt(text)),
  )
const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const quantity = number(32)

/** Responses of a node, a bundler and a paymaster: the fields that an operation is made from. */
const bundlerAnswers = {
  quantity,
  balance: number(64),
  /** A nonce as the entry point gives it. */
  word: z.pipe(
    z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)),
    z.transform((text) => BigInt(text)),
  ),
  block: z.object({ baseFeePerGas: quantity }),
  gas: z.object({ preVerificationGas: quantity, verificationGasLimit: quantity, callGasLimit: quantity }),
  sponsorship: z.object({
    paymaster: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
    paymasterData: z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/), z.maxLength(2_000)),
    paymasterVerificationGasLimit: quantity,
    paymasterPostOpGasLimit: quantity,
  }),
  receipt: z.object({
    success: z.boolean(),
    logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })),
    receipt: z.object({ transactionHash: hex, blockHash: hex, blockNumber: hex, gasUsed: hex }),
  }),
} as const

type Answers = typeof bundlerAnswers

/** Reads an answer; one of another shape is no reason to sign anything. */
export function readBundlerAnswer<K extends keyof Answers>(kind: K, answer: unknown): z.infer<Answers[K]> {
  const { success, data } = z.safeParse(bundlerAnswers[kind] as z.ZodMiniType, answer)
  if (success) return data as z.infer<Answers[K]>
  throw new KitError('unavailable', { message: 'The server returned an invalid response.' })
}

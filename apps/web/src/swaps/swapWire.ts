import * as z from 'zod/mini'
import { bytes, quantity } from '../network/callRpc.ts'

const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i))

const log = z.object({ address, topics: z.array(bytes), data: bytes, transactionHash: bytes })
export type SwapLog = Pick<z.infer<typeof log>, 'address' | 'topics' | 'data'>
export const logs = z.array(log)

export const transaction = z.object({ hash: bytes, from: address, to: z.nullable(address), value: quantity })
export type Transaction = z.infer<typeof transaction>

export const receipt = z.object({
  status: z.pipe(
    quantity,
    z.transform((status: bigint) => status === 1n),
  ),
  blockNumber: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs: z.array(z.object({ address, topics: z.array(bytes), data: bytes })),
})
export type Receipt = z.infer<typeof receipt>

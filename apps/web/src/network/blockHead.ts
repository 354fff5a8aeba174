import * as z from 'zod/mini'
import { bytes, quantity } from './callRpc.ts'

/** A block's header as nodes return it, by request and by subscription alike. */
export const blockHead = z.object({
  number: quantity,
  hash: bytes,
  timestamp: quantity,
  gasUsed: quantity,
  gasLimit: quantity,
})

export type BlockHead = z.infer<typeof blockHead>

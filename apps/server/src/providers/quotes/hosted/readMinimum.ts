import { factsOf } from '@billfold/protocol/eip155/swapCallFault'
import type { Hex } from 'viem'
import type { HostedSwapId } from './hostedContracts.ts'

/**
 * The least that a service's own contract will let the user end with, read from the call itself: what a service says beside it binds
 * no one. `0n` where the call cannot be read, so that it is not offered.
 */
export const readMinimum = (source: HostedSwapId, data: Hex): bigint => factsOf(source, data)?.gives.least ?? 0n

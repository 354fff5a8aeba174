import type { SmartAccountKind } from '@billfold/protocol/embedded/smartAccount'
import { KitError } from '@billfold/protocol/error'
import type { Hex } from '../evm/signHash.ts'
import type { SmartCall } from './encodeCalls.ts'

export type SmartNetwork = { chainId: bigint; kind: SmartAccountKind; isSponsored: boolean }

/** The wallet's capabilities on each chain, for `wallet_getCapabilities` (EIP-5792, ERC-7677). */
export function capabilities(networks: readonly SmartNetwork[], ids?: readonly Hex[]) {
  const wanted = networks.filter(({ chainId }) => !ids || ids.some((id) => BigInt(id) === chainId))
  return Object.fromEntries(
    wanted.map(({ chainId, isSponsored }) => [
      `0x${chainId.toString(16)}`,
      { atomic: { status: 'supported' }, paymasterService: { supported: isSponsored } },
    ]),
  )
}

type SendCalls = {
  from?: string | undefined
  chainId?: string | number | undefined
  version?: string | undefined
  capabilities?: Readonly<Record<string, unknown>> | undefined
  calls: readonly { to?: string | undefined; data?: string | undefined; value?: string | number | undefined }[]
}

/** Capabilities that a request may name. */
const known = new Set(['atomic', 'paymasterService'])

/** Reads the calls of `wallet_sendCalls`; rejects contract creation, which an account cannot do, and unknown capabilities. */
export function readCalls(request: SendCalls): SmartCall[] {
  for (const [name, wish] of Object.entries(request.capabilities ?? {})) {
    const isOptional = typeof wish === 'object' && wish !== null && 'optional' in wish && wish.optional === true
    if (!known.has(name) && !isOptional)
      throw new KitError('method_unsupported', { message: `The capability ${name.slice(0, 60)} is not supported.` })
  }
  return request.calls.map(({ to, data = '0x', value = 0 }) => {
    if (to === undefined)
      throw new KitError('invalid_input', { message: 'Each call needs `to`: a smart account cannot create contracts.' })
    return { to: to as Hex, data: data as Hex, value: BigInt(value) }
  })
}

/**
 * Rejects both methods of ERC-7715: neither kind of account can enforce a permission onchain, so a limit would only be a promise.
 */
export function refusePermissions(method: 'wallet_grantPermissions' | 'wallet_revokePermissions'): never {
  throw new KitError('wallet_method_unsupported', {
    message:
      method === 'wallet_grantPermissions'
        ? 'This account cannot enforce a spending limit onchain, so it grants no permissions.'
        : 'This account grants no permissions, so there are none to revoke.',
  })
}

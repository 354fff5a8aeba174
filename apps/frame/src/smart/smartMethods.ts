import type { SmartAccountKind } from '@billfold/protocol/embedded/smartAccount'
import { KitError } from '@billfold/protocol/error'
import type { Hex } from '../evm/signHash.ts'
import type { SmartCall } from './encodeCalls.ts'

export type SmartNetwork = { chainId: bigint; kind: SmartAccountKind; isSponsored: boolean }

/** What the wallet can do on each chain, as `wallet_getCapabilities` answers (EIP-5792, ERC-7677). */
export function capabilities(networks: readonly SmartNetwork[], asked?: readonly Hex[]) {
  const wanted = networks.filter(({ chainId }) => !asked || asked.some((id) => BigInt(id) === chainId))
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

/** What a wallet may be asked to do with calls beyond running them. */
const known = new Set(['atomic', 'paymasterService'])

/** The calls of a `wallet_sendCalls`, or a refusal by name: of a contract's creation, which an account cannot do, and of what we cannot promise. */
export function readCalls(request: SendCalls): SmartCall[] {
  for (const [name, wish] of Object.entries(request.capabilities ?? {})) {
    const isOptional = typeof wish === 'object' && wish !== null && 'optional' in wish && wish.optional === true
    if (!known.has(name) && !isOptional)
      throw new KitError('method_unsupported', { message: `The capability ${name.slice(0, 60)} is not supported.` })
  }
  return request.calls.map(({ to, data = '0x', value = 0 }) => {
    if (to === undefined)
      throw new KitError('invalid_input', { message: 'A smart account calls addresses: each call needs a to.' })
    return { to: to as Hex, data: data as Hex, value: BigInt(value) }
  })
}

/**
 * ERC-7715: a permission that nothing on chain enforces is a promise of ours and no limit, and neither kind of account can enforce one. So
 * both methods are refused by name.
 */
export function refusePermissions(method: 'wallet_grantPermissions' | 'wallet_revokePermissions'): never {
  throw new KitError('wallet_method_unsupported', {
    message:
      method === 'wallet_grantPermissions'
        ? 'This account cannot enforce a spending limit on chain, so it grants no permissions.'
        : 'This account grants no permissions, so there are none to revoke.',
  })
}

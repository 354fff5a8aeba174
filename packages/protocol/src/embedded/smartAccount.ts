import { keccak_256 } from '@noble/hashes/sha3.js'
import * as z from 'zod/mini'
import { chainIdText } from '../api/caipText.ts'
import { caller } from '../api/caller.ts'
import type { HttpRoutes } from '../api/http.ts'
import { bytesOfHex, hexOf, joinBytes } from '../bytes.ts'
import type { Contract } from '../contract.ts'

export type Hex = `0x${string}`

/**
 * The contracts that smart accounts are made of, the same on every chain (CREATE2). They are written down here and never taken from
 * a server: a frame that signed for a server's implementation would give the account away.
 */
export const smartAccountContracts = {
  /** ERC-4337, version 0.8. */
  entryPoint: '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  /** Simple7702Account of @account-abstraction/contracts 0.8.0. */
  implementation7702: '0xe6cae83bde06e4c305530e199d7217f42808555b',
  /** `OwnedAccountFactory`, in apps/devnet/contracts. */
  factory4337: '0x5e6dca2daed4875d613a752009e9d8feed9371c0',
  implementation4337: '0xaa67abce0421074ef2c65ae440c11ac0c5fc3c17',
} as const satisfies Record<string, Hex>

/** `7702`: the key's own address with code lent to it. `4337`: an account at another address, made by its first operation. */
const smartAccountKind = z.enum(['7702', '4337'])
export type SmartAccountKind = z.infer<typeof smartAccountKind>

/** The on-chain code of an upgraded account of kind `7702`. */
export const delegationCode: Hex = `0xef0100${smartAccountContracts.implementation7702.slice(2)}`

/** The on-chain code of an account of kind `4337`: it contains the owner, so no further query is needed. */
export const ownedAccountCode = (owner: string): Hex =>
  `0x363d3d373d3d3d363d73${smartAccountContracts.implementation4337.slice(2)}5af43d82803e903d91602b57fd5bf3${plain(owner)}`

/** The (future) address of an owner's account, on every chain of kind `4337`. */
export function ownedAccountAddress(owner: string): Hex {
  // Its creation code: 10 bytes that copy the code (65 bytes, 0x41) behind them.
  const initCode = bytesOfHex(`6100413d81600a3d39f3${ownedAccountCode(owner).slice(2)}`)
  const factory = bytesOfHex(plain(smartAccountContracts.factory4337))
  const hash = keccak_256(joinBytes(Uint8Array.of(0xff), factory, new Uint8Array(32), keccak_256(initCode)))
  return `0x${hexOf(hash.subarray(12))}`
}

/** The factory's call that creates an owner's account: `createAccount(owner, 0)`. */
export const createAccountData = (owner: string): Hex =>
  `0x5fbfb9cf${plain(owner).padStart(64, '0')}${''.padStart(64, '0')}`

function plain(address: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new TypeError('not an EVM address')
  return hexOf(bytesOfHex(address.slice(2)))
}

/** The chains with smart accounts here, their kind, and whether operations can be sponsored. */
export const smartAccountApi = {
  getSmartAccounts: {
    input: z.object({ ...caller }),
    output: z.object({
      chains: z.array(z.object({ chainId: chainIdText, kind: smartAccountKind, isSponsored: z.boolean() })),
    }),
  },
} satisfies Contract

export const smartAccountRoutes = {
  getSmartAccounts: { method: 'GET', path: '/v1/smart-accounts' },
} as const satisfies HttpRoutes<typeof smartAccountApi>

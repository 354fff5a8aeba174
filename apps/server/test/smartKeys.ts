import { randomBytes } from 'node:crypto'
import { evmAddressOf } from '@billfold/frame/evm/evmAddressOf'
import { type Hex, signHash, writeSignature } from '@billfold/frame/evm/signHash'
import { type PreparedOperation, prepareOperation } from '@billfold/frame/smart/prepareOperation'
import { signAuthorization } from '@billfold/frame/smart/signAuthorization'
import { smartAccountOf } from '@billfold/frame/smart/smartAccountOf'
import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { hashUserOperation, packUserOperation, type UserOperation } from '@billfold/protocol/embedded/userOperation'
import { entryPointAbi } from '../src/bundler/entryPointAbi.ts'
import type { startSmartNetwork } from './startSmartNetwork.ts'

type SmartServer = ReturnType<Awaited<ReturnType<typeof startSmartNetwork>>['startServer']>

/** The kind of smart account on a local chain. */
export const kindOf = (chainId: number) => (chainId === 31337 ? '7702' : '4337')
export type SmartKey = ReturnType<typeof newSmartKey>

/** A new key with its smart account on a local chain. */
export function newSmartKey(chainId: number) {
  const secret = new Uint8Array(randomBytes(32))
  const account = smartAccountOf(evmAddressOf(secret) as Hex, kindOf(chainId), BigInt(chainId))
  const sign = (hash: Uint8Array) => signHash(hash, secret)
  const signed = (op: UserOperation, at = chainId): UserOperation => ({
    ...op,
    signature: writeSignature(sign(hashUserOperation(op, BigInt(at)))),
  })
  return { secret, account, sign, signed }
}

/** An operation that only lacks the account's signature. */
export async function prepareSigned(
  server: Pick<SmartServer, 'chain'>,
  key: SmartKey,
  chainId: number,
  data: Hex = '0x',
  to: Hex = key.account.owner,
): Promise<PreparedOperation> {
  const calls = [{ to, value: 0n, data }]
  const prepared = await prepareOperation(key.account, calls, server.chain(chainId))
  const auth = prepared.op.eip7702Auth
  if (!auth) return prepared
  return {
    ...prepared,
    op: { ...prepared.op, eip7702Auth: await signAuthorization(auth.chainId, auth.nonce, key.sign) },
  }
}

/** The entry point's call that runs an operation. */
export const bundleOf = (op: UserOperation, beneficiary: Hex) =>
  ({
    address: smartAccountContracts.entryPoint,
    abi: entryPointAbi,
    functionName: 'handleOps',
    args: [[packUserOperation(op)], beneficiary],
    gas: 3_000_000n,
  }) as const

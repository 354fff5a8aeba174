import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { hashUserOperation, type UserOperation, writeUserOperation } from '@billfold/protocol/embedded/userOperation'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { sendSigned } from '../approval/sendSigned.ts'
import { type Hex, writeSignature } from '../evm/signHash.ts'
import { encodeCalls } from './encodeCalls.ts'
import type { Chain, PreparedOperation } from './prepareOperation.ts'
import { type Sign, signAuthorization } from './signAuthorization.ts'
import { hexText, isDeployed } from './smartAccountOf.ts'

/** An operation with its key's signatures: on itself and, where it makes the account a smart one, on that. */
export async function signOperation(op: UserOperation, chainId: bigint, sign: Sign): Promise<UserOperation> {
  const signature = writeSignature(await sign(hashUserOperation(op, chainId)))
  const { eip7702Auth: auth } = op
  return { ...op, signature, ...(auth && { eip7702Auth: await signAuthorization(chainId, auth.nonce, sign) }) }
}

/** Signs the operation that the screen showed, and sends it; returns its hash. Checks the account's code again. */
export async function sendOperation(
  prepared: PreparedOperation,
  chain: Chain,
  sign: (op: UserOperation, chainId: bigint) => Promise<UserOperation>,
): Promise<Hex> {
  const { account, op, calls } = prepared
  // Nothing is signed but what was shown.
  if (encodeCalls(calls) !== op.callData || !sameAddress('eip155', op.sender, account.address))
    throw new KitError('internal', { message: 'The operation is not the one that was shown.' })
  const isThere = await isDeployed(account, chain.node)
  // Someone may have created it meanwhile: the operation was made for an account that is not there.
  if (isThere === prepared.createsAccount)
    throw new KitError('unavailable', { message: 'The account has changed meanwhile. Try again.' })
  const hash = hexText(hashUserOperation(op, account.chainId))
  const signed = writeUserOperation(await sign(op, account.chainId))
  // The same operation may be handed over again and runs once; it is never given up as unsent while no one knows.
  const answer = await sendSigned(
    { method: 'eth_sendUserOperation', params: [signed, smartAccountContracts.entryPoint] },
    ({ method, params }) => chain.bundler(method, params as readonly unknown[]),
    { method: 'eth_getUserOperationByHash', params: [hash] },
  )
  // A server must not make the page track someone else's operation. Undefined if the operation was found by its hash.
  if (answer !== undefined && (typeof answer !== 'string' || !sameAddress('eip155', answer, hash)))
    throw new KitError('unavailable', { message: 'The server returned an invalid response.' })
  return hash
}

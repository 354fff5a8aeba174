import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { hashUserOperation, writeUserOperation } from '@billfold/protocol/embedded/userOperation'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { type Hex, writeSignature } from '../evm/signHash.ts'
import { encodeCalls } from './encodeCalls.ts'
import type { Chain, PreparedOperation } from './prepareOperation.ts'
import { type Sign, signAuthorization } from './signAuthorization.ts'
import { hexText, isDeployed } from './smartAccountOf.ts'

/** Signs what was shown and hands it to the bundler; answers with the operation's hash. The account's code is looked at once more. */
export async function sendOperation(prepared: PreparedOperation, chain: Chain, sign: Sign): Promise<Hex> {
  const { account, op, calls } = prepared
  // Nothing is signed but what was shown.
  if (encodeCalls(calls) !== op.callData || !sameAddress('eip155', op.sender, account.address))
    throw new KitError('internal', { message: 'The operation is not the one that was shown.' })
  const isThere = await isDeployed(account, chain.node)
  // Somebody may have created it meanwhile: the operation was made for an account that is not there.
  if (isThere === prepared.createsAccount)
    throw new KitError('unavailable', { message: 'The account has changed meanwhile. Try again.' })
  const hash = hashUserOperation(op, account.chainId)
  const signature = writeSignature(await sign(hash))
  const { eip7702Auth: auth } = op
  const answer = await chain.bundler('eth_sendUserOperation', [
    writeUserOperation({
      ...op,
      signature,
      ...(auth && { eip7702Auth: await signAuthorization(account.chainId, auth.nonce, sign) }),
    }),
    smartAccountContracts.entryPoint,
  ])
  // A server that names another operation would have its person follow somebody else's.
  if (typeof answer !== 'string' || !sameAddress('eip155', answer, hexText(hash)))
    throw new KitError('unavailable', { message: 'The server gave an answer that makes no sense.' })
  return hexText(hash)
}

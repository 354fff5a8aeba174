import { encodeBase58 } from '@billfold/protocol/base58'
import { hashTypedData } from '../evm/hashTypedData.ts'
import { signHash, writeSignature } from '../evm/signHash.ts'
import { signMessage } from '../evm/signMessage.ts'
import { signTransaction } from '../evm/signTransaction.ts'
import { assertNoOperation } from '../smart/assertNoOperation.ts'
import { signOperation } from '../smart/sendOperation.ts'
import { accountMessageHash } from '../smart/signAsAccount.ts'
import { signSolanaMessage, signSolanaTransaction } from '../solana/signSolana.ts'
import type { WalletKeys } from '../vault/deriveWallet.ts'
import type { Signed, SignRequest } from './wallet.ts'

/** Signs exactly what the request says. */
export async function signWith(
  { evm, solana }: WalletKeys,
  request: SignRequest,
): Promise<Signed[SignRequest['kind']]> {
  switch (request.kind) {
    case 'evmMessage':
      return signMessage(request.message, evm.secretKey)
    case 'evmTypedData':
      assertNoOperation(request.typedData)
      return writeSignature(signHash(hashTypedData(request.typedData), evm.secretKey))
    case 'evmTransaction':
      return signTransaction(request.transaction, evm.secretKey)
    case 'operation':
      return signOperation(request.op, request.chainId, (hash) => signHash(hash, evm.secretKey))
    case 'accountMessage':
      return signHash(accountMessageHash(request.account, request.hash), evm.secretKey)
    case 'solanaMessage':
      return encodeBase58(signSolanaMessage(request.message, solana.secretKey))
    case 'solanaTransactions':
      return request.transactions.map((transaction) => signSolanaTransaction(transaction, solana.secretKey))
  }
}

import { useAppKitAccount, useAppKitProvider, type WalletProvider } from '@billfold/react'
import { solanaSigner } from '@billfold/react/solana'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstruction,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
} from '@solana/kit'

const rpc = createSolanaRpc('https://rpc.example.com/solana')

export function useSolanaTransfer() {
  const { walletProvider } = useAppKitProvider<WalletProvider>('solana')
  const { address: own } = useAppKitAccount({ namespace: 'solana' })
  return async (to: Address, lamports: bigint) => {
    if (!walletProvider || !own) throw new Error('Connect a Solana wallet first')
    const signer = solanaSigner(walletProvider, own)
    const { value: lifetime } = await rpc.getLatestBlockhash().send()
    const data = new Uint8Array(12)
    new DataView(data.buffer).setUint32(0, 2, true)
    new DataView(data.buffer).setBigUint64(4, lamports, true)
    const transfer = {
      programAddress: address('11111111111111111111111111111111'),
      accounts: [
        { address: signer.address, role: AccountRole.WRITABLE_SIGNER },
        { address: to, role: AccountRole.WRITABLE },
      ],
      data,
    }
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayerSigner(signer, draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
      (draft) => appendTransactionMessageInstruction(transfer, draft),
    )
    return getBase58Decoder().decode(await signAndSendTransactionMessageWithSigners(message))
  }
}

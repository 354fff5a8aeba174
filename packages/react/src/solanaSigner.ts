import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import type { Address, MessageModifyingSigner } from '@solana/kit'
import type { WalletProvider } from './api/walletProvider.ts'

/** A connected Solana account as a signer of @solana/kit's: it signs messages with the visitor's wallet. */
export function solanaSigner(provider: WalletProvider, account: string): MessageModifyingSigner {
  const address = account as Address
  const sign = async (content: Uint8Array): Promise<Uint8Array> => {
    const params = { message: encodeBase58(content), pubkey: address }
    const { signature } = (await provider.request({ method: 'solana_signMessage', params })) as { signature: string }
    return decodeBase58(signature)
  }
  return Object.freeze({
    address,
    async modifyAndSignMessages(messages) {
      const signed = []
      // One after the other: a wallet asks its person one thing at a time.
      for (const { content, signatures } of messages)
        signed.push(Object.freeze({ content, signatures: { ...signatures, [address]: await sign(content) } }))
      return signed as never
    },
  } satisfies MessageModifyingSigner)
}

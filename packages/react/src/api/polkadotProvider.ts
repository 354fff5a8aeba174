import { KitError } from '@billfold/protocol/error'
import { bytesOf } from '@billfold/protocol/polkadot/scale'
import type { WalletProvider } from './walletProvider.ts'

/** A transaction to sign, as Polkadot's libraries write it (`SignerPayloadJSON`). */
export type PolkadotPayload = {
  /** The account that signs. */
  address: string
  /** The call, SCALE-encoded in hex. */
  method: string
  /** The chain's genesis hash, in hex. */
  genesisHash: string
} & Record<string, unknown>
/** A signature in hex; a wallet that had to change the transaction gives the whole of it back. */
export type PolkadotSigned = {
  /** A number for the request, counted up. */
  id: number
  /** The signature, in hex. */
  signature: `0x${string}`
  /** The whole transaction, if the wallet changed it. */
  signedTransaction?: `0x${string}` | Uint8Array
}

/** Signing with the visitor's wallet. It is also what `@polkadot/api` takes as a `Signer`. */
export type PolkadotMethods = {
  /** In hex. Wallets put `<Bytes>` around what they sign, so that it can be no transaction. */
  signMessage(params: { message: string; address?: string }): Promise<string>
  /** Signs a transaction; the site sends it. */
  signTransaction(payload: PolkadotPayload): Promise<PolkadotSigned>
  /** The same as `signTransaction`, by the name of `@polkadot/api`. */
  signPayload(payload: PolkadotPayload): Promise<PolkadotSigned>
  /** The data is hex, and must be a text. */
  signRaw(raw: { address: string; data: string; type?: string }): Promise<PolkadotSigned>
}
/** The connected Polkadot wallet. */
export type PolkadotProvider = WalletProvider & PolkadotMethods

/** A family's methods over a provider's requests; `accountOf` says whose account is shown when one is called. */
export function polkadotMethods(
  { request }: Pick<WalletProvider, 'request'>,
  accountOf: () => string,
): PolkadotMethods {
  let requests = 0
  const ask = async (method: string, params: object): Promise<PolkadotSigned> => {
    const id = ++requests
    const answer = (await request({ method, params })) as Omit<PolkadotSigned, 'id'>
    return { ...answer, id }
  }
  const sign = (payload: PolkadotPayload) =>
    ask('polkadot_signTransaction', { address: payload.address, transactionPayload: payload })
  return {
    signMessage: async ({ message, address = accountOf() }) =>
      (await ask('polkadot_signMessage', { address, message })).signature,
    signTransaction: sign,
    signPayload: sign,
    signRaw: async ({ address, data }) => ask('polkadot_signMessage', { address, message: textOf(data) }),
  }
}

function textOf(data: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOf(data))
  } catch (cause) {
    throw new KitError('invalid_input', { message: 'The message must be UTF-8 text in hex', cause })
  }
}

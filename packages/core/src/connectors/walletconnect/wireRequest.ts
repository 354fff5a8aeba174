import type { WalletRequest } from '../../chains/chain.ts'

/** A request as the wallet is asked it, and how its answer reads to who asked. */
type WireRequest = WalletRequest & { read?: (answer: unknown) => unknown }

/** Reads the answer to a request by the method that it was asked with. */
export const readWire = (method: string, answer: unknown): unknown =>
  method === 'solana_signAndSendTransaction' && typeof answer === 'object' ? { ...answer, isSent: true } : answer

/** What a wallet is asked for that does not sign without sending, where the kit has said that it would send it anyway. */
const sendings: Readonly<Record<string, (params: object, maySend: unknown) => WireRequest>> = {
  solana_signTransaction: (params) => ({
    method: 'solana_signAndSendTransaction',
    params,
    read: (answer) => readWire('solana_signAndSendTransaction', answer),
  }),
  signPsbt: (_, payment) => ({ method: 'sendTransfer', params: payment }),
}

/** Takes the kit's own word from a request, `maySend`: to send it off is then asked of a wallet that approved only that. */
export function wireRequest({ method, params }: WalletRequest, isApproved: (method: string) => boolean): WireRequest {
  if (typeof params !== 'object' || params === null || !('maySend' in params)) return { method, params }
  const { maySend, ...rest } = params
  const other = maySend && Object.hasOwn(sendings, method) ? sendings[method]?.(rest, maySend) : undefined
  return other && !isApproved(method) && isApproved(other.method) ? other : { method, params: rest }
}

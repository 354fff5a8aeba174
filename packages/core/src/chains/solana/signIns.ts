import { encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { readSignIn } from '@billfold/protocol/signin/readSignIn'
import type { SignIns } from '../signIns.ts'
import { isSignedBy } from './isSignedBy.ts'

/** Sign In With Solana: the wallet writes the text by the same rules, so the texts must match. */
export const signIns: SignIns = {
  request({ address, data }) {
    const { domain, uri, version, chainId, nonce, statement, issuedAt, expirationTime, notBefore, requestId } = data
    const { resources } = data
    const input = { domain, address, statement, uri, version, chainId, nonce, issuedAt, expirationTime, notBefore }
    return { method: 'solana_signIn', params: { pubkey: address, input: { ...input, requestId, resources } } }
  },
  async read({ address, message, answer }) {
    const [output] = Array.isArray(answer) ? answer : []
    const { account, signature, signedMessage } = (output ?? {}) as Record<string, unknown>
    if (!(signature instanceof Uint8Array) || signature.length !== 64 || !(signedMessage instanceof Uint8Array))
      throw new KitError('wallet_answer_invalid', { cause: answer })
    if ((account as { address?: unknown } | undefined)?.address !== address) throw new KitError('account_mismatch')
    const text = new TextDecoder('utf-8', { fatal: true }).decode(signedMessage)
    if (text !== message && JSON.stringify(readSignIn(text)) !== JSON.stringify(readSignIn(message)))
      throw new KitError('wallet_answer_invalid', { message: 'The wallet signed a different text' })
    if (!(await isSignedBy(address, signedMessage, signature))) throw new KitError('account_mismatch')
    return { message: text, signature: encodeBase58(signature) }
  },
}

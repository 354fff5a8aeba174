import { deriveSymKey, generateKeyPair } from '@billfold/protocol/wc/keyAgreement'
import { signerOf } from '@billfold/protocol/wc/signer'
import { topicOf } from '@billfold/protocol/wc/topicOf'
import type { WcCrypto } from './wcCrypto.ts'

/** A client's cryptography from an audited library, for browsers without it. */
export const nobleCrypto: WcCrypto = {
  async keyPair() {
    const { privateKey, publicKey } = generateKeyPair()
    return { publicKey, deriveSymKey: async (peer) => deriveSymKey(privateKey, peer) }
  },
  async signer(seed) {
    const { publicKey, sign } = signerOf(seed)
    return { publicKey, sign: async (data) => sign(data) }
  },
  topicOf: async (symKey) => topicOf(symKey),
}

import { callNode } from './callNode.ts'

type Hex = `0x${string}`

/** The signer, found with a node's own hash function and its own `ecrecover`, without the kit's libraries. */
export function recoverSigner(rpcUrl: string) {
  const keccak = (data: string) => callNode<Hex>(rpcUrl, 'web3_sha3', [`0x${data}`])
  const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')
  const hashOf = async (text: string) => (await keccak(hexOf(text))).slice(2)

  async function recover(digest: Hex, signature: string): Promise<string> {
    const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
    const data = `${digest}${word(`0x${v}`)}${r}${s}`
    const publicKey = await callNode<Hex>(rpcUrl, 'eth_call', [{ to: `0x${word(1n).slice(24)}`, data }, 'latest'])
    return `0x${publicKey.slice(-40)}`
  }

  return {
    /** Of an EIP-191 message. */
    async ofMessage(message: string, signature: string): Promise<string> {
      const bytes = Buffer.byteLength(message)
      return recover(await keccak(hexOf(`\x19Ethereum Signed Message:\n${bytes}${message}`)), signature)
    },
    /** Of the playground's EIP-712 note. */
    async ofNote(note: { to: string; text: string; amount: string }, chainId: number, signature: string) {
      const domain = await keccak(
        (await hashOf('EIP712Domain(string name,string version,uint256 chainId)')) +
          (await hashOf('Billfold playground')) +
          (await hashOf('1')) +
          word(BigInt(chainId)),
      )
      const struct = await keccak(
        (await hashOf('Note(address to,string text,uint256 amount)')) +
          word(note.to) +
          (await hashOf(note.text)) +
          word(note.amount),
      )
      return recover(await keccak(`1901${domain.slice(2)}${struct.slice(2)}`), signature)
    },
  }
}

const hexOf = (text: string) => Buffer.from(text).toString('hex')

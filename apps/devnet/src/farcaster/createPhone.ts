import type { FarcasterRequest } from '@billfold/protocol/embedded/farcasterRelay'
import { farcasterRegistries, writeFarcasterSignIn } from '@billfold/protocol/embedded/farcasterSignIn'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  stringToHex,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** Which of a person's addresses signs. */
type SignsBy = 'custody' | 'authAddress'
export type Phone = ReturnType<typeof createPhone>

const abi = parseAbi([
  'function idOf(address) view returns (uint256)',
  'function register(address, address) returns (uint256)',
  'struct KeyData { uint8 state; uint32 keyType; }',
  'function keyDataOf(uint256, bytes) view returns (KeyData)',
  'function add(address, uint32, bytes, uint8, bytes)',
])
const authKeyType = 2

/** A person's two keys. The same name always has the same ones, and anyone can compute them. */
export const keysOf = (name: string) => {
  const account = (role: SignsBy) => privateKeyToAccount(keccak256(stringToHex(`billfold farcaster ${role} ${name}`)))
  return { custody: account('custody'), authAddress: account('authAddress') }
}

/**
 * A phone with a Farcaster app for anyone by any name: registers them on the local chain, and signs a channel's
 * request.
 */
export function createPhone(rpcUrl: string) {
  let last: Promise<unknown> = Promise.resolve()

  async function ask<T>(method: string, params: unknown[]): Promise<T> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(rpcUrl, { method: 'POST', body, headers, signal: AbortSignal.timeout(15_000) })
    const { result, error } = (await response.json()) as { result?: T; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result as T
  }
  const read = async (to: Address, data: Hex) => ask<Hex>('eth_call', [{ to, data }, 'latest'])
  async function send(to: Address, data: Hex): Promise<void> {
    const [from] = await ask<Address[]>('eth_accounts', [])
    await ask('eth_sendTransaction', [{ from, to, data, gas: '0x7a120' }])
  }

  async function fidOf(address: Address): Promise<bigint> {
    const data = encodeFunctionData({ abi, functionName: 'idOf', args: [address] })
    return decodeFunctionResult({ abi, functionName: 'idOf', data: await read(farcasterRegistries.ids, data) })
  }

  async function enrol(name: string, by: SignsBy): Promise<bigint> {
    const { custody, authAddress } = keysOf(name)
    if ((await fidOf(custody.address)) === 0n)
      await send(
        farcasterRegistries.ids,
        encodeFunctionData({ abi, functionName: 'register', args: [custody.address, zeroAddress] }),
      )
    const fid = await fidOf(custody.address)
    if (by === 'custody') return fid
    const key = pad(authAddress.address)
    const callData = encodeFunctionData({ abi, functionName: 'keyDataOf', args: [fid, key] })
    const data = await read(farcasterRegistries.keys, callData)
    const { state } = decodeFunctionResult({ abi, functionName: 'keyDataOf', data })
    if (state === 0)
      await send(
        farcasterRegistries.keys,
        encodeFunctionData({ abi, functionName: 'add', args: [custody.address, authKeyType, key, 1, '0x'] }),
      )
    return fid
  }

  return {
    /**
     * Registers the signing address unless it has a fid already, and returns the fid. Serial, so that no address is
     * registered twice.
     */
    enrol(name: string, by: SignsBy = 'custody'): Promise<bigint> {
      const enrolled = last.then(() => enrol(name, by))
      last = enrolled.catch(() => {})
      return enrolled
    },
    /** The message that the person's app sends to the relay. */
    async sign(name: string, by: SignsBy, { domain, siweUri, nonce = '', expirationTime }: FarcasterRequest) {
      const fid = await this.enrol(name, by)
      const account = keysOf(name)[by]
      const message = writeFarcasterSignIn({
        ...{ domain, uri: siweUri, nonce, expirationTime, address: account.address },
        ...{ fid: String(fid), issuedAt: new Date().toISOString() },
      })
      const signature = await account.signMessage({ message })
      return { message, signature, fid: Number(fid), authMethod: by, username: name, displayName: name }
    },
  }
}

import { HDKey } from 'viem/accounts'
import { mnemonicSeed } from '../mnemonicSeed.ts'
import { deriveSeed } from '../solana/deriveSeed.ts'
import { type SolanaKey, solanaKey } from '../solana/ed25519.ts'

const hardened = 0x8000_0000
const testVersions = { private: 0x04358394, public: 0x043587cf }

/** A path's steps as text: `m/44'/60'/0'/0/0`. */
export const pathText = (steps: readonly number[]): string =>
  ['m', ...steps.map((step) => (step >= hardened ? `${step - hardened}'` : String(step)))].join('/')

/** The keys of a mnemonic: BIP-32 for Ethereum and Bitcoin, SLIP-10 for Solana. */
export function createDeviceKeys(mnemonic: string) {
  const seed = mnemonicSeed(mnemonic)
  const root = seed.then((bytes) => HDKey.fromMasterSeed(bytes))
  const testRoot = seed.then((bytes) => HDKey.fromMasterSeed(bytes, testVersions))
  return {
    /** The key at a path; of a test network, its extended keys are written as such. */
    async at(steps: readonly number[], isTest = false): Promise<HDKey> {
      const top = await (isTest ? testRoot : root)
      return steps.length === 0 ? top : top.derive(pathText(steps))
    },
    async fingerprint(): Promise<Uint8Array> {
      const bytes = new Uint8Array(4)
      new DataView(bytes.buffer).setUint32(0, (await root).fingerprint)
      return bytes
    },
    async solana(steps: readonly number[]): Promise<SolanaKey> {
      const unhardened = steps.map((step) => step - hardened)
      return solanaKey(await deriveSeed(await seed, unhardened))
    },
  }
}
export type DeviceKeys = ReturnType<typeof createDeviceKeys>

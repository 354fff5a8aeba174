import { encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { ed25519 } from '@noble/curves/ed25519.js'
import { evmAddressOf } from '../src/evm/evmAddressOf.ts'
import { signWith } from '../src/wallet/signWith.ts'
import type { SignRequest, Wallet } from '../src/wallet/wallet.ts'

const key = new Uint8Array(32).fill(7)

const keys = {
  evm: { secretKey: key, address: evmAddressOf(key) },
  solana: { secretKey: key, address: encodeBase58(ed25519.getPublicKey(key)) },
}

/** The owner of the fake wallet. */
export const pretendPerson = {
  email: 'ann@site.example',
  evmAddress: keys.evm.address,
  solanaAddress: keys.solana.address,
}

const unasked = async (): Promise<never> => {
  throw new KitError('internal')
}

/** A wallet for tests of the page: a real key and real signatures, no servers; what a test does not say is logged in. */
export function pretendWallet(change: Partial<Wallet> = {}): Wallet {
  let isTaken = false
  return {
    restore: async () => pretendPerson,
    startEmail: async () => ({ isMailed: true }),
    verifyEmail: async () => ({ person: pretendPerson }),
    startSocial: async () => ({ uri: 'https://id.example/authorize' }),
    finishSocial: async () => ({ login: { person: pretendPerson }, userName: null }),
    startFarcaster: async () => ({ flow: 'f', url: 'https://farcaster.example/siwf?channelToken=c' }),
    finishFarcaster: async () => ({ login: { person: pretendPerson }, userName: 'ann' }),
    startPasskey: async () => ({ challenge: 'A'.repeat(43), endsInSeconds: 600 }),
    finishPasskey: async () => ({ person: pretendPerson }),
    startRelease: async () => ({ number: '42', endsInSeconds: 900 }),
    startVouching: unasked,
    awaitRelease: () => new Promise(() => {}),
    deviceCode: async () => '0123456789ABCDEF',
    recoverByDevice: async () => pretendPerson,
    approveDevice: unasked,
    recoverByCode: async () => pretendPerson,
    recoverByPasskey: async () => pretendPerson,
    ownWays: async () => [{ kind: 'code' }],
    prepare: async () => {},
    sign: (async (request: SignRequest) => signWith(keys, request)) as Wallet['sign'],
    sponsorPass: async () => 'pass',
    signOut: async () => {},
    forgetDevice: async () => {},
    listDevices: async () => [],
    revokeDevice: unasked,
    listRecoveries: async () => [],
    newRecoveryCode: unasked,
    addPasskey: unasked,
    removePasskey: unasked,
    readPolicy: async () => ({ policy: 'convenient', loosest: 'convenient' }),
    loosenPolicy: unasked,
    readLogin: async () => ({ provider: null, email: pretendPerson.email }),
    async startEmailChange({ email }) {
      isTaken = email.startsWith('taken')
      return { step: 'primary' }
    },
    verifyOldEmail: async () => {},
    async verifyNewEmail() {
      if (isTaken) throw new KitError('account_mismatch')
      return { email: 'new@site.example' }
    },
    reauthPasskey: async () => null,
    startReauth: async () => ({ challenge: 'A'.repeat(43) }),
    exportWords: unasked,
    deleteAccount: unasked,
    ...change,
  }
}

import '../src/screens/frame.css'
import { boot } from '../src/page/boot.ts'
import { pretendWallet } from './pretendWallet.ts'

// The page as tests build it: everything is real but the servers behind the wallet.
void boot(() =>
  pretendWallet({
    verifyEmail: async () => ({
      isNewDevice: true,
      ways: [{ kind: 'guardian' }, { kind: 'code' }, { kind: 'passkey', credentialIds: ['AAAA'] }, { kind: 'device' }],
    }),
    listDevices: async () => [
      { deviceId: '1', label: 'Chrome, Linux', isThisOne: true, createdAt: 1, lastSeenAt: 1 },
      { deviceId: '2', label: 'Safari, iPhone', isThisOne: false, createdAt: 1, lastSeenAt: 1_700_000_000_000 },
    ],
    listRecoveries: async () => [
      { kind: 'guardian', label: null, credentialId: null },
      { kind: 'passkey', label: 'Chrome, Linux', credentialId: 'AAAA' },
    ],
    newRecoveryCode: async () => '0123456789ABCDEFGHJKMNPQRS',
    exportWords: async () => 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  }),
)

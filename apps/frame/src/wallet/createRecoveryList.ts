import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { newRecoveryCode } from '../vault/recoveryCode.ts'
import type { Session, SessionDeps } from './createSession.ts'
import type { Change } from './createSplitter.ts'
import { deviceCodeOf, pairingOf, readDeviceCode } from './deviceCode.ts'
import type { KeptShare } from './deviceStore.ts'
import { codeKey, passkeyKey } from './recoveryKeys.ts'
import { withProof } from './recoveryProof.ts'

type Deps = Pick<SessionDeps, 'settings' | 'store'> & { session: Session; change(what: Change): Promise<void> }

/** Lists, adds and removes the keys that recover the wallet: codes, passkeys and other devices. */
export function createRecoveryList({ settings, store, session, change }: Deps) {
  const { projectId } = settings

  return {
    async listRecoveries() {
      const { device } = await session.read()
      return (device.share?.recoveries ?? [])
        .filter(({ key }) => key.kind !== 'device')
        .map(({ key }) => ({
          kind: key.kind,
          label: key.label ?? null,
          credentialId: key.credentialId ?? null,
        }))
    },
    async newRecoveryCode() {
      const code = newRecoveryCode()
      await change({
        keys: (proven, whole) => [...proven.filter(({ kind }) => kind !== 'code'), codeKey(whole, code)],
        replacesCode: true,
      })
      const { device } = await session.read()
      await store.writeDevice({ ...device, others: device.others?.map(withoutCode) })
      return code
    },
    /** Adds the one device that shows this code: of the keys that the server lists, only the code tells which is the person's. */
    async approveDevice({ code }: { code: string }) {
      const { devices } = await session.ask((client) => client.listDevices({ projectId }))
      const typed = readDeviceCode(code)
      const pairing = pairingOf(typed)
      const publicKey = devices
        .flatMap(({ sealKey = [] }) => sealKey)
        .find((key) => deviceCodeOf(key, pairing) === typed)
      if (publicKey === undefined) throw new KitError('sign_in_unproven')
      await change({
        keys: (proven, { entropy }) => [...proven, withProof(entropy, { kind: 'device', publicKey })],
        pairing,
      })
    },
    addPasskey: ({ credentialId, prf, label }: { credentialId: string; prf: Uint8Array; label: string }) =>
      change({
        keys: (proven, whole) => [
          ...proven.filter((key) => key.credentialId !== credentialId),
          passkeyKey(whole, { credentialId, prf }, label),
        ],
      }),
    /** Stops a passkey from recovering the wallet on every device. The login passkey and the last way stay. */
    async removePasskey({ credentialId }: { credentialId: string }) {
      const { device } = await session.read()
      const key = device.share?.recoveries.find((each) => each.key.credentialId === credentialId)?.key
      if (!key) throw new KitError('not_found')
      if (identityHash({ kind: 'passkey', subject: credentialId }) === device.identity)
        throw new KitError('invalid_request', { message: 'The person logs in with this passkey' })
      await change({ removes: [key.publicKey] })
    },
  }
}

/** A set without recovery by code. */
const withoutCode = (set: KeptShare): KeptShare => ({
  ...set,
  recoveries: set.recoveries.filter(({ key }) => key.kind !== 'code'),
})

import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import type { createRecovery } from './createRecovery.ts'
import type { Session, SessionDeps } from './createSession.ts'
import { type DeviceKeys, describeDevice, newDeviceKeys } from './deviceKeys.ts'
import type { Login, Wallet } from './wallet.ts'

type PasskeyDeps = SessionDeps & {
  session: Session
  recovery: Pick<ReturnType<typeof createRecovery>, 'settle' | 'methods'>
}

/**
 * Login by a passkey alone. One touch proves who the person is and returns the secret that opens the recovery share, so a new device needs
 * nothing else. The person is unknown until then, so a login starts like a social one.
 */
export function createPasskey({
  settings,
  store,
  session,
  recovery,
}: PasskeyDeps): Pick<Wallet, 'startPasskey' | 'finishPasskey'> {
  const { projectId, deviceLabel } = settings
  let begun: { challenge: string; site: string; keys: DeviceKeys } | undefined
  return {
    async startPasskey({ site }) {
      const known = (await store.listDevices()).find(({ provider }) => provider === 'passkey')
      const keys = known?.keys ?? (await newDeviceKeys())
      const client = await session.asDevice(keys)
      const started = await client.startPasskey({ projectId, site, device: await describeDevice(keys, deviceLabel) })
      begun = { challenge: started.challenge, site, keys }
      return started
    },
    async finishPasskey({ passkey, prf }): Promise<Login> {
      if (!begun) throw new KitError('not_found')
      const { challenge, site, keys } = begun
      begun = undefined
      try {
        const { credentialId } = passkey
        const finished = await (await session.asDevice(keys)).finishPasskey({ projectId, challenge, passkey })
        const identity = identityHash({ kind: 'passkey', subject: credentialId })
        // Don't trust a server that signs in someone else.
        if (finished.identity !== identity) throw new KitError('account_mismatch')
        // A wallet that only its first code could open again is not begun.
        if (!prf && !finished.wallet) throw new KitError('method_unsupported')
        const device = (await store.readDevice(identity)) ?? { identity, provider: 'passkey' as const, keys }
        await store.writeDevice(device)
        const record = await session.keep(finished, site, 'passkey')
        const login = await recovery.settle(record, device, prf && { credentialId, prf })
        // A passkey that tells no secret here, as another passkey manager's may, leaves the other ways.
        if ('person' in login || !prf) return login
        // A secret that the wallet was not sealed to, as of a passkey manager that makes its own, leaves the other ways.
        return await recovery.methods.recoverByPasskey({ credentialId, prf }).then(
          (person) => ({ person }),
          (error: unknown) => {
            if (KitError.from(error).code === 'sign_in_unproven') return login
            throw error
          },
        )
      } finally {
        prf?.fill(0)
      }
    },
  }
}

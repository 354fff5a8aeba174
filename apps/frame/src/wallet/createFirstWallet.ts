import type { EmbeddedSession } from '@billfold/protocol/embedded/embeddedApi'
import { statementKeysOf, walletIdOf } from '@billfold/protocol/embedded/walletStatement'
import { deriveWallet, wipeKeys } from '../vault/deriveWallet.ts'
import { newRecoveryCode } from '../vault/recoveryCode.ts'
import { charterFor } from './charters.ts'
import type { Changes } from './createChanges.ts'
import type { Session, SessionDeps } from './createSession.ts'
import type { DeviceRecord } from './deviceStore.ts'
import { codeKey, passkeyKey } from './recoveryKeys.ts'
import { makeShareSet } from './shareSets.ts'
import { provenIdentity, signChange } from './signChange.ts'
import type { PasskeySecret } from './wallet.ts'

type Deps = Pick<SessionDeps, 'settings'> & { session: Session; changes: Changes }

/** Creates a person's first wallet on this device, and splits it before any part leaves. Returns the recovery code if it got one. */
export async function createFirstWallet(
  { settings, session, changes }: Deps,
  { deviceId }: EmbeddedSession,
  device: DeviceRecord,
  passkey: PasskeySecret | undefined,
): Promise<string | undefined> {
  const { projectId, policy } = settings
  const identity = provenIdentity(device)
  const entropy = crypto.getRandomValues(new Uint8Array(16))
  // The guardian responds while the keys are derived; `findGuardianKey` never rejects.
  const guardianKey = changes.findGuardianKey({ policy, identity, provider: device.provider })
  const keys = await deriveWallet(entropy)
  const statementKeys = statementKeysOf(entropy)
  try {
    const { keys: guardianKeys, isExcluded } = await guardianKey
    // Without the guardian's help, the wallet starts with a code.
    const code = isExcluded ? newRecoveryCode() : undefined
    const walletId = walletIdOf(statementKeys.publicKey)
    const addresses = { evmAddress: keys.evm.address, solanaAddress: keys.solana.address }
    const charter = charterFor(entropy, walletId, undefined, { identity, policy })
    const of = { walletId, ...addresses, deviceId, generation: 1, charter }
    const made = await makeShareSet(entropy, device.keys, of, [
      ...guardianKeys,
      ...(passkey ? [passkeyKey({ entropy, ...addresses }, passkey, settings.deviceLabel)] : []),
      ...(code === undefined ? [] : [codeKey({ entropy, ...addresses }, code)]),
    ])
    await changes.storeSet(device, made, (shares) => {
      const change = signChange(keys, walletId, 0, { action: 'create', deviceId, ...addresses, shares })
      return session.ask((client) => client.createWallet({ projectId, walletId, ...addresses, shares, change }))
    })
    changes.announce(statementKeys)
    return code
  } catch (error) {
    statementKeys.secretKey.fill(0)
    throw error
  } finally {
    entropy.fill(0)
    wipeKeys(keys)
  }
}

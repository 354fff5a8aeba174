import { KitError } from '@billfold/protocol/error'
import type { createRecovery } from './createRecovery.ts'
import type { Session, SessionDeps } from './createSession.ts'
import { describeDevice, newDeviceKeys } from './deviceKeys.ts'
import type { Wallet } from './wallet.ts'

type SocialDeps = SessionDeps & { session: Session; recovery: Pick<ReturnType<typeof createRecovery>, 'settle'> }

/**
 * Login at a provider. The person is unknown until they return, so a login starts with the keys of the last person from there, or with new
 * ones; it is stored, because the page may have been reloaded by then.
 */
export function createSocial({
  settings,
  store,
  session,
  recovery,
}: SocialDeps): Pick<Wallet, 'startSocial' | 'finishSocial'> {
  const { projectId } = settings
  return {
    async startSocial({ provider, site, back }) {
      const known = (await store.listDevices()).find((each) => each.provider === provider)
      const keys = known?.keys ?? (await newDeviceKeys())
      const client = await session.asDevice(keys)
      const device = await describeDevice(keys, settings.deviceLabel)
      const { flow, uri } = await client.startSocial({ projectId, provider, site, device, back })
      await store.writeFlow({ flow, provider, site, keys })
      return { uri }
    },
    async finishSocial({ flow, code, site }) {
      const begun = await store.readFlow()
      if (begun?.flow !== flow || begun.site !== site || begun.provider === 'farcaster') throw new KitError('not_found')
      await store.writeFlow(undefined)
      const { provider, keys } = begun
      const result = await (await session.asDevice(keys)).finishSocial({ projectId, flow, code })
      const { identity } = result
      const device = (await store.readDevice(identity)) ?? { identity, provider, keys }
      // A server that takes the person who came from one place for someone from another is not believed.
      if (device.provider !== provider) throw new KitError('account_mismatch')
      await store.writeDevice(device)
      const login = await recovery.settle(await session.keep(result, site, provider), device)
      return { login, userName: result.userName ?? null }
    },
  }
}

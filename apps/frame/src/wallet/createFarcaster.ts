import { KitError } from '@billfold/protocol/error'
import type { createRecovery } from './createRecovery.ts'
import type { Session, SessionDeps } from './createSession.ts'
import { describeDevice, newDeviceKeys } from './deviceKeys.ts'
import type { SocialFlow } from './deviceStore.ts'
import type { Wallet } from './wallet.ts'

type FarcasterDeps = SessionDeps & { session: Session; recovery: Pick<ReturnType<typeof createRecovery>, 'settle'> }

/**
 * Signing in with Farcaster. The person signs on their phone and no one comes back here, so this device asks until they have. It begins as a
 * social login does; what was begun is kept, since a phone may throw the page away while its person is in the other app.
 */
export function createFarcaster({
  settings,
  store,
  session,
  recovery,
}: FarcasterDeps): Pick<Wallet, 'startFarcaster' | 'finishFarcaster'> {
  const { projectId } = settings
  const provider = 'farcaster'
  let latest: SocialFlow | undefined
  return {
    async startFarcaster({ site }) {
      const known = (await store.listDevices()).find((each) => each.provider === provider)
      const keys = known?.keys ?? (await newDeviceKeys())
      const client = await session.asDevice(keys)
      const device = await describeDevice(keys, settings.deviceLabel)
      const { flow, url } = await client.startFarcaster({ projectId, site, device })
      latest = { flow, provider, site, keys }
      await store.writeFlow(latest)
      return { flow, url }
    },
    async finishFarcaster({ flow, site }) {
      // Another tab may have begun one of its own since.
      const begun = latest ?? (await store.readFlow())
      if (begun?.provider !== provider || begun.site !== site || (flow !== undefined && begun.flow !== flow))
        throw new KitError('not_found')
      const result = await (await session.asDevice(begun.keys)).finishFarcaster({ projectId, flow: begun.flow })
      if ('isPending' in result) return result
      latest = undefined
      await store.writeFlow(undefined)
      const { identity } = result
      const device = (await store.readDevice(identity)) ?? { identity, provider, keys: begun.keys }
      // A server that takes the person who came from one place for someone from another is not believed.
      if (device.provider !== provider) throw new KitError('account_mismatch')
      await store.writeDevice(device)
      const login = await recovery.settle(await session.keep(result, site, provider), device)
      return { login, userName: result.userName ?? null }
    },
  }
}

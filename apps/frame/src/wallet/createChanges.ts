import { strictest } from '@billfold/protocol/embedded/recoveryPolicy'
import { type StatementKeys, statementKeysOf } from '@billfold/protocol/embedded/walletStatement'
import { KitError } from '@billfold/protocol/error'
import { createRecoveryList } from './createRecoveryList.ts'
import { createRegistration } from './createRegistration.ts'
import { type Change, createSplitter, type Joined, type ShareDeps } from './createSplitter.ts'
import { signChange } from './signChange.ts'

/** Changes of a wallet's shares: of its keys, devices, person and policy. */
export function createChanges(deps: ShareDeps) {
  const { settings, store, session, guardian, holder, now, lock } = deps
  const { projectId } = settings
  const registration = createRegistration({ settings, store, session, guardian, now })
  const { findGuardianKey, storeSet, split } = createSplitter(deps)
  /** Runs one change at a time in all tabs: each is signed for the state that the last one left. */
  const alone = <T>(run: () => Promise<T>) => lock('billfold-shares', run)
  const readRecoveries = () => session.ask((client) => client.readRecoveries({ projectId }))

  /** Splits the wallet of this device again. */
  const change = (what: Change): Promise<void> =>
    alone(() =>
      holder.withWhole(async ({ entropy, keys, share, device }) => {
        const { sets, changeCount } = await readRecoveries()
        await split({ entropy, keys, device, share, sets: [...sets, share] }, changeCount, what)
      }),
    )

  const register = async (keys: StatementKeys): Promise<void> => {
    const { share } = (await session.read()).device
    const publicKey = share && (await registration.register(keys, share))
    if (!share || publicKey === undefined) return
    const isOutdated = share.recoveries.some(({ key }) => key.kind === 'guardian' && key.publicKey !== publicKey)
    if (isOutdated) await change({})
  }

  /**
   * Adopts the charter's changes from other devices (address, policy), and the project's stricter policy. Registers the wallet's use and person
   * with the guardian once a day, and replaces shares for the guardian's previous key.
   */
  const followUp = async (): Promise<void> => {
    try {
      const { session: record, device } = await session.read()
      const { share } = device
      if (!share) return
      const { policy, sequence } = device.charter ?? share.charter
      const isBehind = holder.charterSequence() > sequence || record.claim !== undefined
      if (isBehind || strictest(policy, settings.policy) !== policy) await change({ isFollowUp: true })
      const current = (await session.read()).device.share
      if (current && (await registration.isDue(current))) await register(await holder.lendEntropy(statementKeysOf))
    } catch {
      // The wallet's next use retries.
    }
  }

  return {
    findGuardianKey,
    storeSet,
    change,
    followUp,
    findTicket: registration.findTicket,
    /** Registers a wallet that is whole just now with the guardian; a later use retries. Wipes the private statement key. */
    announce: (keys: StatementKeys): void => void register(keys).catch(() => {}),
    /** Splits a recovered wallet for this device, which had no share. */
    join: (joined: Joined, what: Change): Promise<void> =>
      alone(async () => {
        const { sets, changeCount } = await readRecoveries()
        await split({ ...joined, sets: [...sets, ...joined.sets] }, changeCount, what)
      }),
    revokeDevice: ({ deviceId }: { deviceId: string }): Promise<void> =>
      alone(() =>
        holder.withWhole(async ({ keys, share: { walletId } }) => {
          const { changeCount } = await readRecoveries()
          const signed = signChange(keys, walletId, changeCount, { action: 'revoke', deviceId })
          await session.ask((client) => client.revokeDevice({ projectId, deviceId, change: signed }))
        }),
      ),
    /** The wallet's own methods. */
    methods: {
      ...createRecoveryList({ settings, store, session, change }),
      async readPolicy() {
        const { device } = await session.read()
        const { provider, charter = device.share?.charter } = device
        if (!charter) throw new KitError('unauthorized')
        const { identity, policy } = charter
        const isUnvouched = provider !== 'passkey' && identity === null && policy !== 'strict'
        return { policy, loosest: settings.policy, ...(isUnvouched && { unvouched: provider }) }
      },
      /** Loosens the wallet's policy to the project's, after the person chose that on a screen of the frame. */
      loosenPolicy: () => change({ policy: settings.policy }),
    },
  }
}
export type Changes = ReturnType<typeof createChanges>

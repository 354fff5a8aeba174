import { closeModal } from '@billfold/core/features/modal/closeModal'
import { goBack, push } from '@billfold/core/features/modal/navigate'
import type { Transaction } from '@billfold/core/model/transactions'
import type { DrawnScene } from './Fixture.ts'
import { type TransitionName, transitionNames } from './transitionNames.ts'

/** One of the modal's movements: from a state of the gallery, by what a visitor or a server does. */
export type Transition = {
  id: TransitionName
  title: string
  /** The fixture it begins at. */
  from: string
  /** Over the page, as a dialog. */
  dialog?: true
  /** Brings it to where the movement begins. */
  prepare?(scene: DrawnScene): unknown
  play(scene: DrawnScene): unknown
}

const open = (scene: DrawnScene) => scene.kit.store.send({ type: 'modal/opened', view: { name: 'Connect' } })
const toList = ({ kit }: DrawnScene) => push(kit, { name: 'AllWallets' })

const scripts: Record<TransitionName, Omit<Transition, 'id'>> = {
  open: {
    title: 'Opening: the card rises',
    from: 'connect',
    dialog: true,
    prepare: ({ kit }) => closeModal(kit),
    play: open,
  },
  forward: {
    title: 'Forward: height and content move as one, rows enter one by one',
    from: 'connect',
    play: toList,
  },
  back: {
    title: 'Back: the other way',
    from: 'connect',
    prepare: async (scene) => {
      toList(scene)
      await scene.drawn('[data-testid=wallet-list]')
    },
    play: ({ kit }) => goBack(kit),
  },
  success: {
    title: 'Success: a drawn check, an amount counted up',
    from: 'swap-pending',
    play: ({ kit }) => {
      const pending = kit.store.get().transactions[0] as Transaction
      const settled = { ...pending, status: 'confirmed', arrived: pending.meant.amount } as const
      kit.store.send({ type: 'transaction/heard', transactions: [settled] })
    },
  },
  error: {
    title: 'Error: one nudge',
    from: 'email-otp',
    play: ({ kit }) =>
      kit.store.send({ type: 'embedded/codeRefused', trouble: { code: 'sign_in_unproven', message: '' } }),
  },
  leave: {
    title: 'Leaving: as it came',
    from: 'connect',
    dialog: true,
    play: ({ kit }) => closeModal(kit),
  },
}

export const transitions: readonly Transition[] = transitionNames.map((id) => ({ id, ...scripts[id] }))

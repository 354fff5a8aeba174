import { isNaming, namesInitial } from '@billfold/core/features/names/names'
import { leaveName, saveName } from '@billfold/core/features/names/saveName'
import type { Names } from '@billfold/core/model/names'
import { useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { type NamesTexts, namesTexts } from '../../i18n/compiled/namesTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import type { Messages } from '../../i18n/Messages.ts'
import { useArea } from '../../i18n/useArea.ts'

type Saving = Parameters<typeof saveName>[1]

/** A name's progress, its message, and how to save it. */
export function useNaming() {
  const kit = useKit()
  const text = useArea(namesTexts)
  const { families } = useText()
  const state = useSelect(({ names }) => names ?? namesInitial)
  // An error from an earlier visit to this form does not concern this one.
  useEffect(() => {
    if (!isNaming(kit.store.get().names ?? namesInitial)) leaveName(kit)
  }, [kit])
  return {
    text,
    isBusy: isNaming(state),
    message: wordsFor(state, text, families),
    isProblem: state.phase === 'failed',
    save: (saving: Saving) =>
      void saveName(kit, saving, async (message, namespace) =>
        (await import('@billfold/core/features/account/signMessage')).signMessage(kit, { message, namespace }),
      ),
    leave: () => leaveName(kit),
  }
}

function wordsFor(state: Names, text: NamesTexts, families: Messages['families']): string | undefined {
  if (state.phase === 'signing') return state.also ? text.also.both(families[state.also]) : text.confirm
  if (state.phase === 'saving') return text.saving
  if (state.phase === 'idle') return state.declined ? text.declined : undefined
  if (state.code === 'too_many_requests') return text.later
  return state.code === 'invalid_input' ? text.refused : text.failed
}

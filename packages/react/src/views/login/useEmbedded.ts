import { embeddedInitial } from '@billfold/core/features/embedded/embedded'
import type { Embedded } from '@billfold/core/model/embedded'
import { useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { type EmbeddedTexts, embeddedTexts } from '../../i18n/compiled/embeddedTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { troubleText } from './troubleText.ts'
import { useCountdown } from './useCountdown.ts'

/** The login's texts, its progress, and its error message. */
export function useEmbedded(): { text: EmbeddedTexts; state: Embedded; message: string | undefined } {
  const kit = useKit()
  const text = useArea(embeddedTexts)
  const state = useSelect(({ embedded }) => embedded ?? embeddedInitial)
  const isHere = useSelect(({ embedded }) => embedded !== undefined)
  const { trouble } = state
  const left = useCountdown(trouble?.againAt, 'long')
  // The frame is in the page's language as far as the page names it.
  useEffect(() => {
    if (isHere) kit.embedded?.label(text.login.frame)
  }, [kit, text, isHere])
  return { text, state, message: trouble && troubleText(text, trouble, left) }
}

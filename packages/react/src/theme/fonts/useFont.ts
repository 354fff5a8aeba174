import { useContext, useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { whenIdle } from '../../hooks/whenIdle.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'

/** Loads the typeface while the modal is on the screen and the page has nothing else to do. */
export function useFont(): void {
  const kit = useKit()
  const { tag } = useContext(LocaleContext)
  useEffect(
    () =>
      whenIdle(() => {
        import('./loadFont.ts').then((m) => m.offerFont(kit, tag)).catch(kit.ports.log.info)
      }),
    [kit, tag],
  )
}

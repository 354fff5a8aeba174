import { useContext, useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { whenIdle } from '../../hooks/whenIdle.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { matchLocale } from '../../i18n/matchLocale.ts'

type SavingNavigator = { connection?: { saveData?: boolean } }

/** Loads the typeface while the modal is on the screen and the page has nothing else to do. */
export function useFont(): void {
  const { log } = useKit().ports
  const { language } = matchLocale([useContext(LocaleContext).tag])
  const isWanted = useSelect(({ modal, theme }) => modal.open && !(theme.variables as Named)['--w3m-font-family'])
  useEffect(() => {
    if (!isWanted || (navigator as SavingNavigator).connection?.saveData) return
    return whenIdle(() => {
      import('./loadFont.ts').then((m) => m.loadFont(language)).catch(log.info)
    })
  }, [isWanted, language, log])
}

type Named = { readonly [name: string]: string | number | undefined }

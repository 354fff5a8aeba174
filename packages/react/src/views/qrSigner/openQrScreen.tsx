import type { Kit } from '@billfold/core/kit'
import type { QrScreen } from '@billfold/core/qrSigner/qrScreen'
import { KitError } from '@billfold/protocol/error'
import { Suspense, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { KitContext } from '../../hooks/KitContext.ts'
import { qrSignerTexts } from '../../i18n/compiled/qrSignerTexts.ts'
import { completeTexts } from '../../i18n/completeTexts.ts'
import { createSpeech, type Speech } from '../../i18n/createSpeech.ts'
import { english } from '../../i18n/english.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { matchLocale } from '../../i18n/matchLocale.ts'
import { addStyles, styleModal } from '../../theme/styleModal.ts'
import { ThemeRoot } from '../../theme/ThemeRoot.tsx'
import qr from '../../ui/qr.css?inline'
import { QrSignerDialog } from './QrSignerDialog.tsx'
import qrSigner from './qrSigner.css?inline'
import { createQrTask, type QrTask } from './qrTask.ts'

/** The rules of these views. */
export const qrSignerStyles: readonly string[] = [qr, qrSigner]

/** The screen of a kit's air-gapped signer: a dialog of its own, so that every flow can use it, even without the modal. */
export function openQrScreen(kit: Kit): QrScreen {
  let isUsed = false
  let isOpen = false
  const onStart = () => {
    isUsed = true
  }
  return async (run, signal) => {
    if (isOpen) throw new KitError('unavailable', { message: 'The device has another request already' })
    isOpen = true
    const task = createQrTask(() => isUsed)
    const views = run(task.views)
    signal?.addEventListener('abort', task.close)
    if (signal?.aborted) task.close()
    const unmount = await mountTask(kit, task, onStart).catch((e: unknown) => {
      task.close()
      kit.ports.log.error('The view of the QR signer did not load', e)
      return () => undefined
    })
    try {
      return await views
    } finally {
      signal?.removeEventListener('abort', task.close)
      unmount()
      isOpen = false
    }
  }
}

async function mountTask(kit: Kit, task: QrTask, onStart: () => void): Promise<() => void> {
  const speech = createSpeech(kit.language?.(), (e) => kit.ports.log.error('The language did not load', e))
  await speech.set(kit.language?.())
  await qrSignerTexts.load(matchLocale([speech.get().tag]).language)
  const host = document.createElement('div')
  host.dataset.billfoldHost = ''
  // The only element that the page's own CSS affects.
  host.style.setProperty('display', 'contents', 'important')
  document.body.append(host)
  const shadow = host.attachShadow({ mode: 'open' })
  addStyles(qrSignerStyles)
  const stopStyling = styleModal(shadow)
  const root = createRoot(shadow, {
    onUncaughtError(error) {
      kit.ports.log.error('The view of the QR signer failed', error)
      task.close()
    },
  })
  root.render(<QrSignerRoot {...{ kit, task, speech, onStart }} />)
  return () => {
    root.unmount()
    stopStyling()
    speech.stop()
    host.remove()
  }
}

type Parts = { kit: Kit; task: QrTask; speech: Speech; onStart: () => void }

function QrSignerRoot({ kit, task, speech, onStart }: Parts) {
  const spoken = useSyncExternalStore(speech.subscribe, speech.get)
  const locale = { ...spoken, messages: completeTexts(spoken.messages, english.messages) }
  return (
    <KitContext.Provider value={kit}>
      <LocaleContext.Provider value={locale}>
        <ThemeRoot kit={kit} locale={locale}>
          <Suspense>
            <QrSignerDialog task={task} onStart={onStart} />
          </Suspense>
        </ThemeRoot>
      </LocaleContext.Provider>
    </KitContext.Provider>
  )
}

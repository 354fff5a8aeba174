import type { Kit } from '@billfold/core/kit'
import { createRoot } from 'react-dom/client'
import { KitContext } from '../src/hooks/KitContext.ts'
import { qrSignerTexts } from '../src/i18n/compiled/qrSignerTexts.ts'
import { completeTexts } from '../src/i18n/completeTexts.ts'
import type { Speech } from '../src/i18n/createSpeech.ts'
import { english } from '../src/i18n/english.ts'
import { LocaleContext } from '../src/i18n/LocaleContext.ts'
import { matchLocale } from '../src/i18n/matchLocale.ts'
import { addStyles, styleModal } from '../src/theme/styleModal.ts'
import { ThemeRoot } from '../src/theme/ThemeRoot.tsx'
import { CameraView } from '../src/views/qrSigner/CameraPanel.tsx'
import { qrSignerStyles } from '../src/views/qrSigner/openQrScreen.tsx'
import { QrSignerCard } from '../src/views/qrSigner/QrSignerDialog.tsx'
import { createQrTask, type QrState } from '../src/views/qrSigner/qrTask.ts'

/** Draws a step of an air-gapped signer as a card in the page, without a camera. */
export async function mountSigner(kit: Kit, host: HTMLElement, speech: Speech, state: QrState): Promise<() => void> {
  const spoken = speech.get()
  await qrSignerTexts.load(matchLocale([spoken.tag]).language)
  const locale = { ...spoken, messages: completeTexts(spoken.messages, english.messages) }
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  addStyles(qrSignerStyles)
  const stopStyling = styleModal(shadow)
  const root = createRoot(shadow)
  const task = createQrTask(() => true)
  root.render(
    <KitContext.Provider value={kit}>
      <LocaleContext.Provider value={locale}>
        <ThemeRoot kit={kit} locale={locale}>
          <section className="card card-embedded" aria-labelledby="qr-signer-title" data-testid="w3m-modal-card">
            <div className="card-window">
              <div className="card-face">
                <QrSignerCard {...{ task, state, titleId: 'qr-signer-title', onStart: () => {}, Camera: CameraView }} />
              </div>
            </div>
          </section>
        </ThemeRoot>
      </LocaleContext.Provider>
    </KitContext.Provider>,
  )
  return () => {
    root.unmount()
    stopStyling()
  }
}

/** The frame's place in the page. */
export type FrameDialog = {
  /** The sender of valid messages; changes only if the page removes the element. */
  readonly window: Window | null
  load(src: string): void
  show(): void
  hide(): void
  /** Fits it to its screen; the window's own height remains the limit. */
  resize(height: number): void
  /** Moves it above later modal elements. */
  raise(): void
  label(text: string): void
  remove(): void
}

const rules = `
dialog { position: fixed; inset: 0; margin: auto; padding: 0; border: 0; box-sizing: border-box; overflow: hidden;
  inline-size: 360px; block-size: 600px; max-inline-size: 100vw; max-block-size: 100dvh; border-radius: 20px;
  background: Canvas; color-scheme: light dark; box-shadow: 0 24px 64px rgb(0 0 0 / 32%); outline: none }
dialog:not([open]) { display: none }
dialog::backdrop { background: rgb(0 0 0 / 45%) }
@media (prefers-reduced-motion: no-preference) { dialog { transition: block-size 160ms ease-out } }
iframe { display: block; inline-size: 100%; block-size: 100%; border: 0 }
@media (max-width: 430px) {
  dialog { inset: auto 0 0; margin: 0; inline-size: 100vw; border-end-start-radius: 0; border-end-end-radius: 0 }
}`

/**
 * The frame's own dialog, created once and kept while the kit lives: inside the kit's dialog the frame would reload on
 * every opening, and elsewhere in the page it would be inert while that is open.
 */
export function frameDialog(
  { document }: Pick<Window, 'document'>,
  { onDismiss, onFailure }: { onDismiss: () => void; onFailure: () => void },
): FrameDialog {
  const host = document.createElement('div')
  host.dataset.billfoldFrame = ''
  // The only element that the page's own CSS affects.
  host.style.setProperty('display', 'contents', 'important')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  root.adoptedStyleSheets = [sheet]
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  frame.id = 'w3m-iframe'
  frame.name = 'w3m-secure-iframe'
  frame.allow = 'publickey-credentials-get; publickey-credentials-create; clipboard-write'
  dialog.append(frame)
  root.append(dialog)

  let isShown = false
  const dismiss = () => {
    if (isShown) onDismiss()
  }
  const open = () => {
    if (!dialog.open) dialog.showModal()
    frame.focus()
  }
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    dismiss()
  })
  // Some browsers close it without a cancel event; the frame reports completion itself.
  dialog.addEventListener('close', () => {
    if (isShown && !dialog.open) dismiss()
  })
  dialog.addEventListener('click', (event) => event.target === dialog && dismiss())
  frame.addEventListener('error', onFailure)
  document.body.append(host)
  return {
    get window() {
      return frame.contentWindow
    },
    load(src) {
      frame.src = src
    },
    show() {
      isShown = true
      open()
    },
    hide() {
      isShown = false
      dialog.close()
    },
    resize(height) {
      dialog.style.blockSize = `${height}px`
    },
    raise() {
      if (!isShown) return
      isShown = false
      dialog.close()
      isShown = true
      open()
    },
    label(text) {
      frame.title = text
      dialog.setAttribute('aria-label', text)
    },
    remove: () => host.remove(),
  }
}

const shownFor = 2_000

/** Copies the sample whose button is pressed, and reports whether that worked. */
export function startCopying(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.copy-code') : null
    const code = button?.closest('figure')?.querySelector('code')?.textContent
    const status = button?.querySelector('[role=status]')
    if (!button || !status || code == null) return
    const say = (outcome: 'copied' | 'refused', text: string) => {
      button.setAttribute('data-outcome', outcome)
      status.textContent = text
      setTimeout(() => {
        button.removeAttribute('data-outcome')
        status.textContent = ''
      }, shownFor)
    }
    navigator.clipboard.writeText(code).then(
      () => say('copied', 'Copied'),
      () => say('refused', 'Copying was blocked'),
    )
  })
}

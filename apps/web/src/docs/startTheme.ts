import { choiceOf, keepChoice } from './readerChoices.ts'

/**
 * The button in the bar: light or dark. A choice that equals the system's is not stored, so that the page follows the
 * system again.
 */
export function startTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('button.theme')
  const system = matchMedia('(prefers-color-scheme: dark)')
  button?.addEventListener('click', () => {
    const ofSystem = system.matches ? 'dark' : 'light'
    const next = (choiceOf('theme') ?? ofSystem) === 'dark' ? 'light' : 'dark'
    keepChoice('theme', next === ofSystem ? undefined : next)
  })
}

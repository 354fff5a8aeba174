/** What a reader chose, kept in this browser alone; where storage is closed it holds for the page. */
export function keepChoice(name: 'theme' | 'framework', value: string | undefined): void {
  const { dataset } = document.documentElement
  if (value === undefined) delete dataset[name]
  else dataset[name] = value
  try {
    if (value === undefined) localStorage.removeItem(`billfold-docs:${name}`)
    else localStorage.setItem(`billfold-docs:${name}`, value)
  } catch {
    // It holds for this page.
  }
}

export const choiceOf = (name: 'theme' | 'framework'): string | undefined => document.documentElement.dataset[name]

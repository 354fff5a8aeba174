/** Stores a reader's choice in this browser alone; without storage it lasts as long as the page. */
export function keepChoice(name: 'theme' | 'framework', value: string | undefined): void {
  const { dataset } = document.documentElement
  if (value === undefined) delete dataset[name]
  else dataset[name] = value
  try {
    if (value === undefined) localStorage.removeItem(`billfold-docs:${name}`)
    else localStorage.setItem(`billfold-docs:${name}`, value)
  } catch {
    // It lasts as long as the page.
  }
}

export const choiceOf = (name: 'theme' | 'framework'): string | undefined => document.documentElement.dataset[name]

/** Up to two letters that stand for a name: of its words, or of the capitals within its only word. */
export function initials(name: string): string {
  const words = plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^(wallet|the)$/i.test(word))
  const [first = '', second] = words
  if (second) return capital(first) + capital(second)
  // "MetaMask" is two words to the eye; "OKX" is one.
  const inner = /^.[\p{Ll}\p{N}]*(\p{Lu})\p{Ll}/u.exec(first)?.[1] ?? ''
  return capital(first || name.trim()) + inner
}

/** A name without its accents. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}+/gu, '')
}

const capital = (word: string): string => ([...word][0] ?? '').toUpperCase()

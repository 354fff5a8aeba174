import { hashText } from './hashText.ts'

/** Muted inks that go together on paper and are dark enough for white letters. */
const inks = [
  '#0b6e4f',
  '#2f5d8a',
  '#7a4a1e',
  '#6b3f69',
  '#8a3b2e',
  '#4d5b2a',
  '#37506b',
  '#5c4a87',
  '#7a5200',
  '#2a6466',
]

/** Up to two letters or figures that stand for a name. */
export function monogramOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letters = words.slice(0, 2).map((word) => [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '')
  return letters.join('').toLocaleUpperCase() || '·'
}

/** A tile for something without a picture: its letters, in a color that follows from its name. */
export function Monogram({ name, size = 40 }: { name: string; size?: number }) {
  return (
    <svg className="tile-image" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={inks[hashText(name) % inks.length]} />
      <text x="20" y="20.5" fill="#fff" fontSize="15" fontWeight="600" textAnchor="middle" dominantBaseline="central">
        {monogramOf(name)}
      </text>
    </svg>
  )
}

import { createElement, type ReactNode } from 'react'
import { CopyButton } from '../CopyButton.tsx'
import { families } from '../families.ts'
import { useSiteWords } from '../language/useSiteWords.ts'
import { buttonTag, quickStartCode } from './quickStartCode.ts'

/** The first screen's words: one sentence and one call to action. */
export function Pitch() {
  const words = useSiteWords()
  return (
    <div className="pitch">
      <div className="pitch-words">
        <h1>{words.title}</h1>
        <p className="lead">{words.lead}</p>
        {words.partly && <p className="quiet">{words.partly}</p>}
      </div>
      <a className="button pitch-start" href="/docs/quick-start">
        {words.start}
      </a>
    </div>
  )
}

/** The rest of the first screen: the code, the families of chains, and the kit's button as its children. */
export function PitchProof({ children }: { children: ReactNode }) {
  const words = useSiteWords()
  const [before = '', after = ''] = words.element.split('{tag}')
  return (
    <div className="pitch">
      <figure className="code">
        <pre dir="ltr">{createElement('code', null, ...highlight(quickStartCode))}</pre>
        <CopyButton text={`${quickStartCode}\n`} label={words.copy} />
        <figcaption>
          {before}
          <code dir="ltr">{`<${buttonTag}></${buttonTag}>`}</code>
          {after}
        </figcaption>
      </figure>
      <div className="families">
        <p className="quiet">{words.families}</p>
        <ul>
          {Object.entries(families).map(([family, name]) => (
            <li key={family}>
              <img src={`/families/${family}.svg`} alt="" width="28" height="28" />
              {name}
            </li>
          ))}
        </ul>
      </div>
      {children}
    </div>
  )
}

/** Quotes in the accent's color, words of the language quieter: the rest is the reader's own. */
function highlight(text: string): ReactNode[] {
  return text.split(/('[^']*'|\b(?:import|from)\b)/).map((part, at) => {
    if (at % 2 === 0) return part
    return createElement('span', { className: part.startsWith("'") ? 'code-text' : 'code-word' }, part)
  })
}

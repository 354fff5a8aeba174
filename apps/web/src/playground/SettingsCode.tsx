import { themeCss } from '@billfold/react/theme/themeCss.ts'
import { useState } from 'react'
import { CopyButton } from '../CopyButton.tsx'
import type { Settings } from './Settings.ts'
import { type CodeKind, settingsCode } from './settingsCode.ts'
import { useMode } from './ThemeEditor.tsx'

const kinds: Record<CodeKind | 'css', string> = { react: 'React', plain: 'Vanilla JS', css: 'CSS variables' }

/** The code that an integrator writes for the current settings. */
export function SettingsCode({ settings }: { settings: Settings }) {
  const [kind, setKind] = useState<keyof typeof kinds>('react')
  const mode = useMode(settings)
  const code = kind === 'css' ? themeCss(mode, settings.themeVariables ?? {}) : settingsCode(settings, kind)
  return (
    <section className="card play-card" aria-labelledby="code-title">
      <div className="play-title">
        <h2 id="code-title">Code</h2>
        <CopyButton text={code} label="Copy code" />
      </div>
      <fieldset className="picker">
        <legend className="unseen">Framework</legend>
        {(Object.keys(kinds) as (keyof typeof kinds)[]).map((each) => (
          <label key={each}>
            <input type="radio" name="code-kind" checked={each === kind} onChange={() => setKind(each)} />
            <span>{kinds[each]}</span>
          </label>
        ))}
      </fieldset>
      <pre className="play-code" dir="ltr" data-testid="settings-code">
        <code>
          {code
            .trimEnd()
            .split('\n')
            .map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
              <span key={at} className="play-line">
                {`${line}\n`}
              </span>
            ))}
        </code>
      </pre>
    </section>
  )
}

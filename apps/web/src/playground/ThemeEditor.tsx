import type { ThemeVariables } from '@billfold/react'
import { type LookName, looks, variablesOfLook } from '@billfold/react/theme/presets.ts'
import { weakPairs } from '@billfold/react/theme/weakPairs.ts'
import { useSyncExternalStore } from 'react'
import { Field } from './Field.tsx'
import type { Settings } from './Settings.ts'
import { VariableFields } from './VariableFields.tsx'
import { without } from './without.ts'

type Props = { settings: Settings; onChange: (settings: Settings) => void }

const names = Object.keys(looks) as LookName[]
const titleOf = (name: LookName) => name.replace(/([A-Z])/, ' $1').replace(/^./, (first) => first.toUpperCase())

/** A site's own theme: a look to begin with, every variable, and what would be hard to read. */
export function ThemeEditor({ settings, onChange }: Props) {
  const mode = useMode(settings)
  const variables = settings.themeVariables ?? {}
  const weak = weakPairs(mode, variables)
  const setVariables = (next: ThemeVariables | undefined) => onChange(without({ ...settings, themeVariables: next }))
  return (
    <>
      <Field label="Look">
        {(id) => (
          <select
            id={id}
            className="field"
            value={names.find((name) => isLook(name, mode, variables)) ?? (settings.themeVariables ? 'own' : '')}
            onChange={({ target }) =>
              setVariables(target.value in looks ? variablesOfLook(target.value as LookName, mode) : undefined)
            }
            data-testid="setting-look"
          >
            <option value="">Billfold</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {titleOf(name)}
              </option>
            ))}
            <option value="own" disabled>
              Your own
            </option>
          </select>
        )}
      </Field>
      <Field label="Layout">
        {(id) => (
          <select
            id={id}
            className="field"
            value={settings.layout ?? ''}
            onChange={({ target }) =>
              onChange(without({ ...settings, layout: (target.value || undefined) as Settings['layout'] }))
            }
            data-testid="setting-layout"
          >
            <option value="">Standard</option>
            <option value="compact">Compact</option>
            <option value="wide">Wide</option>
          </select>
        )}
      </Field>
      <VariableFields variables={variables} mode={mode} onChange={setVariables} />
      <div className="play-contrast" role="status" data-testid="theme-contrast">
        {weak.length === 0 ? (
          <p className="quiet">Every text reads at AA (4.5 : 1) in {mode} mode.</p>
        ) : (
          <>
            <p className="danger">Hard to read in {mode} mode:</p>
            <ul>
              {weak.map(({ text, surface, ratio }) => (
                <li key={`${text} ${surface}`}>
                  {text} on {surface}: {ratio.toFixed(1)} : 1
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  )
}

const isLook = (name: LookName, mode: 'light' | 'dark', variables: ThemeVariables): boolean => {
  const look = Object.entries(variablesOfLook(name, mode))
  return (
    look.length === Object.keys(variables).length &&
    look.every(([key, value]) => variables[key as keyof ThemeVariables] === value)
  )
}

const darkSystem = '(prefers-color-scheme: dark)'
const subscribe = (listener: () => void) => {
  const query = matchMedia(darkSystem)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The mode that the kit shows: the setting's, or the system's. */
export function useMode({ themeMode }: Settings): 'light' | 'dark' {
  const isDark = useSyncExternalStore(subscribe, () => matchMedia(darkSystem).matches)
  return themeMode === 'light' || themeMode === 'dark' ? themeMode : isDark ? 'dark' : 'light'
}

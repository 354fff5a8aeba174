import type { AppKit } from '@billfold/react'
import { createContext, use, useState } from 'react'
import { Field } from './Field.tsx'
import { type Settings, type WalletList, walletLists } from './Settings.ts'
import { without } from './without.ts'

type Known = { id: string; name: string }

/** The settings' own kit: its registry has the wallets' ids. */
export const SettingsKit = createContext<AppKit | undefined>(undefined)

const manners: Record<WalletList, string> = {
  featuredWalletIds: 'Featured',
  includeWalletIds: 'Only these',
  excludeWalletIds: 'Excluded',
}
const shownCount = 12

type Props = { settings: Settings; onChange: (settings: Settings) => void }

/** Features wallets of the registry, offers only some, or omits some; loads the registry on opening. */
export function WalletChoices({ settings, onChange }: Props) {
  const kit = use(SettingsKit)?.kit
  const [wallets, setWallets] = useState<readonly Known[] | 'asked' | 'failed'>()
  const ask = async () => {
    if (!kit || (wallets && wallets !== 'failed')) return
    setWallets('asked')
    try {
      setWallets((await kit.api.getWallets({ page: 1, entries: shownCount }, AbortSignal.timeout(10_000))).data)
    } catch {
      setWallets('failed') // shown in its place, with a retry
    }
  }
  const listOf = (id: string) => walletLists.find((list) => settings[list]?.includes(id)) ?? ''
  const choose = (id: string, chosen: string) => {
    const changed = walletLists.map((list) => {
      const others = (settings[list] ?? []).filter((each) => each !== id)
      const ids = list === chosen ? [...others, id] : others
      return [list, ids.length > 0 ? ids : undefined]
    })
    onChange(without({ ...settings, ...Object.fromEntries(changed) }) as Settings)
  }
  return (
    <details className="play-choices" onToggle={({ currentTarget }) => currentTarget.open && void ask()}>
      <summary data-testid="setting-walletLists">Choose wallets from the registry</summary>
      {wallets === 'asked' && <p className="quiet">Loading wallets…</p>}
      {wallets === 'failed' && (
        <p className="caution">
          The registry didn’t respond.{' '}
          <button type="button" className="play-reset" onClick={() => void ask()}>
            Retry
          </button>
        </p>
      )}
      {Array.isArray(wallets) && (
        <div className="play-fields">
          {(wallets as readonly Known[]).map(({ id, name }) => (
            <Field key={id} label={name}>
              {(control) => (
                <select
                  id={control}
                  className="field"
                  value={listOf(id)}
                  onChange={({ target }) => choose(id, target.value)}
                  data-testid={`setting-wallet-${id}`}
                >
                  <option value="">Default</option>
                  {walletLists.map((list) => (
                    <option key={list} value={list}>
                      {manners[list]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ))}
        </div>
      )}
    </details>
  )
}

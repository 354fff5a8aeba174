import type { AppKit } from '@billfold/react'
import { useState } from 'react'
import { applySettings } from './applySettings.ts'
import type { Settings } from './Settings.ts'
import { SettingsCode } from './SettingsCode.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsKit } from './WalletChoices.tsx'

/** The kit's options, and the code they produce. The kit on this page updates immediately. */
export function SettingsPart({ appKit }: { appKit: AppKit }) {
  const [settings, setSettings] = useState<Settings>({})
  function change(next: Settings): void {
    setSettings(next)
    applySettings(appKit, next)
  }
  return (
    <div className="play-columns">
      <SettingsKit value={appKit}>
        <SettingsForm settings={settings} hasLogin={Boolean(appKit.kit.options.walletUrl)} onChange={change} />
      </SettingsKit>
      <SettingsCode settings={settings} />
    </div>
  )
}

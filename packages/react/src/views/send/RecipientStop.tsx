import type { Known } from '@billfold/core/features/lookalike/knownAddresses'
import { differences } from '@billfold/core/features/lookalike/looksAlike'
import type { Risk } from '@billfold/core/features/lookalike/recipientRisks'
import { editDraft } from '@billfold/core/features/send/editDraft'
import { useEffect, useRef, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { type SendTexts, sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { addressGroups, isHex } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Identicon } from '../../ui/Identicon.tsx'

/** Stops the flow over a recipient that is probably wrong. Going on takes two deliberate steps; the way back takes one. */
export function RecipientStop({ address, name, risk }: { address: string; name?: string | undefined; risk: Risk }) {
  const kit = useKit()
  const text = useArea(sendTexts)
  const [isSure, setSure] = useState(false)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // In some browsers it answers with a promise, which React would take for a clean-up.
    void panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const known = risk.kind === 'lookalike' ? risk.of : undefined
  const isName = risk.kind === 'elsewhere' || risk.kind === 'told'
  return (
    <section ref={panel} className="send-stop" role="alert" data-testid="send-stop" data-risk={risk.kind}>
      <p className="send-stop-title">
        <Icon name="warning" />
        {known ? text.stop.title : isName ? text.stop.nameTitle : text.stop.lossTitle}
      </p>
      <p>{wordsFor(risk, text)}</p>
      {known ? <Both address={address} known={known} /> : null}
      {isName ? (
        <dl className="send-both">
          <Side label={name ?? text.stop.given} address={address} marked={[]} />
        </dl>
      ) : null}
      <Button
        look="primary"
        wide
        data-testid="send-stop-known"
        onClick={() => editDraft(kit, { to: known?.address ?? '' })}
      >
        {known ? text.stop.useKnown : text.stop.clear}
      </Button>
      <Checkbox checked={isSure} onChange={setSure} testId="send-stop-check">
        {known || isName ? text.stop.check : text.stop.checkLoss}
      </Checkbox>
      <Button
        look="danger"
        wide
        disabled={!isSure}
        data-testid="send-stop-anyway"
        onClick={() => editDraft(kit, { confirmed: address })}
      >
        {text.stop.anyway}
      </Button>
    </section>
  )
}

function wordsFor({ kind }: Risk, { stop, risk: words }: SendTexts): string {
  if (kind === 'lookalike') return stop.text
  return kind === 'burn' || kind === 'elsewhere' || kind === 'told' ? words[kind] : words.tokenContract
}

function Both({ address, known }: { address: string; known: Known }) {
  const { stop } = useArea(sendTexts)
  const namespace = useSelect((state) => state.network.activeNamespace)
  return (
    <dl className="send-both">
      <Side label={stop.given} address={address} marked={differences(namespace, address, known.address)} />
      <Side
        label={labelOf(known, stop)}
        address={known.address}
        marked={differences(namespace, known.address, address)}
      />
    </dl>
  )
}

function Side({ label, address, marked }: { label: string; address: string; marked: readonly boolean[] }) {
  return (
    <div className="send-side">
      <dt>
        <bdi>{label}</bdi>
      </dt>
      <dd>
        <Identicon address={address} size={32} />
        <MarkedAddress value={address} marked={marked} />
      </dd>
    </div>
  )
}

const labelOf = ({ how, name }: Known, stop: SendTexts['stop']): string =>
  how === 'own' ? stop.own : how === 'saved' && name ? stop.saved(isolate(name)) : stop.sent

/** A whole address in groups, with the characters that differ from another's marked, for eyes and for those who listen. */
function MarkedAddress({ value, marked }: { value: string; marked: readonly boolean[] }) {
  const groups = addressGroups(value)
  let at = 0
  return (
    <bdi className="address address-whole" dir="ltr" data-value={value} data-hex={isHex(value) || undefined}>
      {groups.map((group) => {
        const start = at
        at += group.length
        return (
          <span key={start}>
            {[...group].map((sign, index) => {
              const place = start + index
              return marked[place] ? <mark key={place}>{sign}</mark> : <span key={place}>{sign}</span>
            })}
          </span>
        )
      })}
    </bdi>
  )
}

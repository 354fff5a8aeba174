import { isStop, type Risk } from '@billfold/core/features/lookalike/recipientRisks'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Risks of a recipient that are shown but block nothing. */
export function Risks({ risks }: { risks: readonly Risk[] }) {
  const { risk: words } = useArea(sendTexts)
  const notices = risks.filter((risk) => !isStop(risk))
  if (notices.length === 0) return null
  return (
    <ul className="send-risks" data-testid="send-risks">
      {notices.map(({ kind }) => (
        <li key={kind} className={kind === 'contract' ? 'send-risk send-risk-look' : 'send-risk'} data-risk={kind}>
          <Icon name={kind === 'contract' ? 'warning' : 'info'} size={16} />
          {kind === 'first' ? words.first : kind === 'own' ? words.own : words.contract}
        </li>
      ))}
    </ul>
  )
}

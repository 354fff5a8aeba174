import { labelProblem, toLabel } from '@billfold/core/features/names/nameLabel'
import { nameOfferQuery } from '@billfold/core/features/names/nameOfferQuery'
import { type FormEvent, useId, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useWaited } from '../../hooks/useWaited.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useNaming } from './useNaming.ts'

const settleMs = 500

/** A name is typed, checked as it is typed, and registered. */
export function ChooseName({ zone }: { zone: string }) {
  const kit = useKit()
  const { shell } = useText()
  const { text, isBusy, message, isProblem, save, leave } = useNaming()
  const [typed, setTyped] = useState('')
  const id = useId()
  const label = toLabel(typed, zone)
  const isSettled = useWaited(settleMs, label) && label !== ''
  const problem = label === '' ? undefined : labelProblem(label)
  const query = useKitQuery({
    ...nameOfferQuery(kit, { label, zone }),
    enabled: isSettled && problem === undefined,
  })
  // An answer counts for exactly what is in the field now.
  const offer = isSettled && problem === undefined ? query.data : undefined
  const isAway = isSettled && !problem && query.isError && !query.isFetching
  const isFree = offer?.status === 'free'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isFree) save({ deed: 'register', name: `${label}.${zone}` })
  }
  const edit = (next: string) => {
    leave()
    setTyped(next)
  }
  const words = () => {
    if (message && (isBusy || isFree)) return message
    if (label === '') return text.rule
    // Three letters are no mistake yet.
    if (problem === 'short' && !isSettled) return text.rule
    if (problem) return text[problem]
    if (isAway) return text.away
    return offer ? text.offer[offer.status] : text.checking
  }
  const isWrong =
    !isBusy && (isFree ? isProblem : isAway || offer !== undefined || (problem && (isSettled || problem !== 'short')))
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <div className="name-form">
        <label className="heading" htmlFor={id}>
          {text.label}
        </label>
        <div className="field name-field" dir="ltr">
          <input
            id={id}
            type="text"
            className="field-input"
            value={typed}
            readOnly={isBusy}
            maxLength={100}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="done"
            aria-invalid={isWrong || undefined}
            aria-describedby={`${id}-said`}
            data-testid="wui-ens-input"
            onChange={(event) => edit(event.currentTarget.value)}
          />
          <span className="name-zone">.{zone}</span>
        </div>
        <div className="name-said" role="status" id={`${id}-said`}>
          {offer && offer.status !== 'kept' && !isBusy ? (
            <Tag tone={isFree ? 'accent' : 'caution'}>{isFree ? text.available : text.registered}</Tag>
          ) : null}
          <p className={isWrong ? 'panel-detail name-problem' : 'panel-detail'} data-testid="name-said">
            {words()}
          </p>
        </div>
      </div>
      {offer && !isFree && offer.others.length > 0 ? (
        <section>
          <h2 className="heading">{text.others}</h2>
          <div className="rows">
            {offer.others.map((other) => (
              <ListRow
                key={other}
                className="name-other"
                title={<bdi dir="ltr">{`${other}.${zone}`}</bdi>}
                tail={<Tag tone="accent">{text.available}</Tag>}
                data-testid="account-name-suggestion"
                onClick={() => edit(other)}
              />
            ))}
          </div>
        </section>
      ) : null}
      <p className="panel-detail">{text.public}</p>
      <div className="actions">
        {isAway ? (
          <Button wide onClick={() => void query.refetch()}>
            {shell.tryAgain}
          </Button>
        ) : (
          <Button
            look="primary"
            wide
            type="submit"
            disabled={!isFree || isBusy}
            busy={isBusy}
            data-testid="name-register"
          >
            {text.register}
          </Button>
        )}
        {isBusy ? (
          <Button look="quiet" wide data-testid="name-cancel" onClick={leave}>
            {shell.cancel}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

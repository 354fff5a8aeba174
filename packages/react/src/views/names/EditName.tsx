import { type OwnName, toldBy } from '@billfold/core/features/names/ownNameQuery'
import type { NameAttributes } from '@billfold/protocol/api/signedName'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NameAddresses } from './NameAddresses.tsx'
import { useNaming } from './useNaming.ts'

const fields = toldBy
/** Called the same in every language. */
const brands = { twitter: 'X', github: 'GitHub' } as const
const isLink = (key: keyof NameAttributes) => key === 'avatar' || key === 'url'
const longest = (key: keyof NameAttributes) => (isLink(key) ? 500 : 255)

/** A name's profile of its owner, and a way to release the name. */
export function EditName({ own }: { own: OwnName }) {
  const { shell } = useText()
  const naming = useNaming()
  const { text, isBusy, message, isProblem, save, leave } = naming
  // The message appears next to the pressed button.
  const [isLeading, setLeading] = useState(false)
  const [draft, setDraft] = useState<NameAttributes>(own.attributes)
  const [isReleasing, setReleasing] = useState(false)
  const id = useId()
  const kept = Object.fromEntries(
    fields.flatMap((key) => (draft[key]?.trim() ? [[key, draft[key].trim()]] : [])),
  ) as NameAttributes
  const wrong = fields.find((key) => isLink(key) && kept[key] && !/^https:\/\/[^\s]+$/.test(kept[key]))
  const isChanged = fields.some((key) => (kept[key] ?? '') !== (own.attributes[key] ?? ''))
  const { name } = own
  const cancel = (
    <Button look="quiet" wide data-testid="name-cancel" onClick={leave}>
      {shell.cancel}
    </Button>
  )
  const saying = message ? (
    <p className={isProblem ? 'panel-detail name-problem' : 'panel-detail'} role="status" data-testid="name-said">
      {message}
    </p>
  ) : null
  if (isReleasing)
    return (
      <EmptyState icon="warning" title={text.release.title(name)} text={text.release.text}>
        {saying}
        <div className="actions">
          <Button
            look="danger"
            wide
            disabled={isBusy}
            busy={isBusy}
            data-testid="name-release-confirm"
            onClick={() => save({ deed: 'release', name })}
          >
            {text.release.go}
          </Button>
          {isBusy ? (
            cancel
          ) : (
            <Button look="quiet" wide onClick={() => setReleasing(false)}>
              {text.release.keep}
            </Button>
          )}
        </div>
      </EmptyState>
    )
  const startReleasing = () => {
    setLeading(false)
    setReleasing(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeading(false)
    if (isChanged && !wrong) save({ deed: 'change', name, attributes: kept })
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <NameAddresses own={own} naming={naming} onSave={() => setLeading(true)}>
        {isLeading ? saying : null}
        {isLeading && isBusy ? cancel : null}
      </NameAddresses>
      {fields.map((key) => {
        const input = {
          id: `${id}-${key}`,
          className: 'field-input',
          value: draft[key] ?? '',
          readOnly: isBusy,
          maxLength: longest(key),
          dir: isLink(key) ? 'ltr' : 'auto',
          'aria-invalid': wrong === key || undefined,
          'aria-describedby': wrong === key ? `${id}-wrong` : undefined,
          'data-testid': `name-${key}`,
          onChange: (event: { currentTarget: { value: string } }) => {
            setDraft({ ...draft, [key]: event.currentTarget.value })
          },
        }
        return (
          <div className="name-form" key={key}>
            <label className="heading" htmlFor={input.id}>
              {key === 'twitter' || key === 'github' ? brands[key] : text.fields[key]}
            </label>
            <div className={key === 'bio' ? 'field name-bio' : 'field'}>
              {key === 'bio' ? (
                <textarea {...input} rows={3} />
              ) : (
                <input
                  {...input}
                  type={isLink(key) ? 'url' : 'text'}
                  placeholder={isLink(key) ? 'https://' : undefined}
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                />
              )}
            </div>
            {wrong === key ? (
              <p className="panel-detail name-problem" id={`${id}-wrong`} role="alert">
                {text.https}
              </p>
            ) : null}
          </div>
        )
      })}
      <p className="panel-detail">{text.public}</p>
      {isLeading ? null : saying}
      <div className="actions">
        <Button
          look="primary"
          wide
          type="submit"
          disabled={!isChanged || Boolean(wrong) || isBusy}
          busy={isBusy && !isLeading}
          data-testid="name-save"
        >
          {text.save}
        </Button>
        {isBusy && !isLeading ? (
          cancel
        ) : (
          <Button look="danger" wide disabled={isBusy} data-testid="name-release" onClick={startReleasing}>
            {text.release.go}
          </Button>
        )}
      </div>
    </form>
  )
}

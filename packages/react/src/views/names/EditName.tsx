import { type OwnName, toldBy } from '@billfold/core/features/names/ownNameQuery'
import type { NameAttributes } from '@billfold/protocol/api/signedName'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { namesTexts } from '../../i18n/compiled/namesTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
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
      <ReleaseName name={name} naming={naming} cancel={cancel} onKeep={() => setReleasing(false)}>
        {saying}
      </ReleaseName>
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
      {fields.map((key) => (
        <NameField
          key={key}
          field={key}
          id={`${id}-${key}`}
          value={draft[key] ?? ''}
          isBusy={isBusy}
          errorId={wrong === key ? `${id}-wrong` : undefined}
          onChange={(value) => setDraft({ ...draft, [key]: value })}
        />
      ))}
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

type ReleaseProps = {
  name: string
  naming: ReturnType<typeof useNaming>
  cancel: ReactNode
  onKeep: () => void
  children: ReactNode
}

/** Asks before the name is released. */
function ReleaseName({ name, naming: { text, isBusy, save }, cancel, onKeep, children }: ReleaseProps) {
  return (
    <EmptyState icon="warning" title={text.release.title(name)} text={text.release.text}>
      {children}
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
          <Button look="quiet" wide onClick={onKeep}>
            {text.release.keep}
          </Button>
        )}
      </div>
    </EmptyState>
  )
}

type FieldProps = {
  field: keyof NameAttributes
  id: string
  value: string
  isBusy: boolean
  /** The id of the message, if the value is invalid. */
  errorId: string | undefined
  onChange: (value: string) => void
}

/** One attribute of the profile; links must be secure. */
function NameField({ field, id, value, isBusy, errorId, onChange }: FieldProps) {
  const text = useArea(namesTexts)
  const input = {
    id,
    className: 'field-input',
    value,
    readOnly: isBusy,
    maxLength: longest(field),
    dir: isLink(field) ? 'ltr' : 'auto',
    'aria-invalid': errorId !== undefined || undefined,
    'aria-describedby': errorId,
    'data-testid': `name-${field}`,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  return (
    <div className="name-form">
      <label className="heading" htmlFor={id}>
        {field === 'twitter' || field === 'github' ? brands[field] : text.fields[field]}
      </label>
      <div className={field === 'bio' ? 'field name-bio' : 'field'}>
        {field === 'bio' ? (
          <textarea {...input} rows={3} />
        ) : (
          <input
            {...input}
            type={isLink(field) ? 'url' : 'text'}
            placeholder={isLink(field) ? 'https://' : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </div>
      {errorId ? (
        <p className="panel-detail name-problem" id={errorId} role="alert">
          {text.https}
        </p>
      ) : null}
    </div>
  )
}
